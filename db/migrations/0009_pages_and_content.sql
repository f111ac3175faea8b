CREATE TYPE "public"."calendar_status" AS ENUM('planned', 'draft', 'review', 'scheduled', 'published');--> statement-breakpoint
CREATE TYPE "public"."suggestion_status" AS ENUM('pending', 'accepted', 'rejected', 'published');--> statement-breakpoint
CREATE TYPE "public"."content_format" AS ENUM('html', 'markdown');--> statement-breakpoint
CREATE TYPE "public"."page_activity_type" AS ENUM('created', 'edited', 'submitted_for_review', 'changes_requested', 'published', 'unpublished', 'restored');--> statement-breakpoint
CREATE TYPE "public"."page_status" AS ENUM('draft', 'review', 'published');--> statement-breakpoint
CREATE TABLE "calendar_entries" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"title" text NOT NULL,
	"content_type" text NOT NULL,
	"channel" text NOT NULL,
	"status" "calendar_status" NOT NULL,
	"date" date NOT NULL,
	"scheduled_at" timestamp (3) with time zone,
	"published_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_entries_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "calendar_entries_clientId_externalId_unique" UNIQUE("client_id","external_id")
);
--> statement-breakpoint
ALTER TABLE "calendar_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "content_suggestions" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"content_type" text NOT NULL,
	"target_query" text,
	"status" "suggestion_status" NOT NULL,
	"confidence" double precision NOT NULL,
	"rationale" text,
	"sources" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"suggested_at" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(created_at, received_at)) STORED NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_suggestions_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "content_suggestions_clientId_externalId_unique" UNIQUE("client_id","external_id")
);
--> statement-breakpoint
ALTER TABLE "content_suggestions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "content_templates" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"category" text NOT NULL,
	"vertical" text,
	"content_format" "content_format" NOT NULL,
	"body" text NOT NULL,
	"variables" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_templates_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "content_templates_clientId_externalId_unique" UNIQUE("client_id","external_id")
);
--> statement-breakpoint
ALTER TABLE "content_templates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "suggestion_feedback" (
	"client_id" uuid NOT NULL,
	"suggestion_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"rating" double precision NOT NULL,
	"feedback" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suggestion_feedback_client_id_suggestion_id_user_id_pk" PRIMARY KEY("client_id","suggestion_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "suggestion_feedback" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "page_activity" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"type" "page_activity_type" NOT NULL,
	"from_status" "page_status",
	"to_status" "page_status" NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "page_activity_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "page_activity_clientId_pageId_version_unique" UNIQUE("client_id","page_id","version")
);
--> statement-breakpoint
ALTER TABLE "page_activity" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "page_versions" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"size" integer NOT NULL,
	"status" "page_status" NOT NULL,
	"tags" text[] NOT NULL,
	"seo_title" text,
	"seo_description" text,
	"changed" text[] NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "page_versions_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "page_versions_clientId_pageId_version_unique" UNIQUE("client_id","page_id","version")
);
--> statement-breakpoint
ALTER TABLE "page_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pages" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title" text NOT NULL,
	"slug" text NOT NULL,
	"status" "page_status" DEFAULT 'draft' NOT NULL,
	"content_format" "content_format" NOT NULL,
	"content" text NOT NULL,
	"content_html" text NOT NULL,
	"rendering" smallint NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"seo_title" text,
	"seo_description" text,
	"word_count" integer NOT NULL,
	"excerpt" text NOT NULL,
	"facts" jsonb NOT NULL,
	"seo_score" double precision NOT NULL,
	"content_score" double precision NOT NULL,
	"overall_score" double precision NOT NULL,
	"audits" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp (3) with time zone,
	CONSTRAINT "pages_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "pages_clientId_slug_unique" UNIQUE("client_id","slug")
);
--> statement-breakpoint
ALTER TABLE "pages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "calendar_entries" ADD CONSTRAINT "calendar_entries_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_suggestions" ADD CONSTRAINT "content_suggestions_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_templates" ADD CONSTRAINT "content_templates_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suggestion_feedback" ADD CONSTRAINT "suggestion_feedback_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suggestion_feedback" ADD CONSTRAINT "suggestion_feedback_client_id_suggestion_id_content_suggestions_client_id_id_fk" FOREIGN KEY ("client_id","suggestion_id") REFERENCES "public"."content_suggestions"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_activity" ADD CONSTRAINT "page_activity_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_activity" ADD CONSTRAINT "page_activity_client_id_page_id_pages_client_id_id_fk" FOREIGN KEY ("client_id","page_id") REFERENCES "public"."pages"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_versions" ADD CONSTRAINT "page_versions_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_versions" ADD CONSTRAINT "page_versions_client_id_page_id_pages_client_id_id_fk" FOREIGN KEY ("client_id","page_id") REFERENCES "public"."pages"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pages" ADD CONSTRAINT "pages_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "calendar_entries_client_id_date_id_index" ON "calendar_entries" USING btree ("client_id","date","id");--> statement-breakpoint
CREATE INDEX "content_suggestions_client_id_suggested_at_id_index" ON "content_suggestions" USING btree ("client_id","suggested_at","id");--> statement-breakpoint
CREATE INDEX "content_suggestions_client_id_status_suggested_at_id_index" ON "content_suggestions" USING btree ("client_id","status","suggested_at","id");--> statement-breakpoint
CREATE INDEX "content_templates_client_id_name_id_index" ON "content_templates" USING btree ("client_id","name","id");--> statement-breakpoint
CREATE INDEX "pages_client_id_updated_at_id_index" ON "pages" USING btree ("client_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "pages_client_id_published_at_index" ON "pages" USING btree ("client_id","published_at");--> statement-breakpoint
CREATE INDEX "pages_client_id_status_overall_score_index" ON "pages" USING btree ("client_id","status","overall_score");--> statement-breakpoint
CREATE POLICY "one_client" ON "calendar_entries" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "calendar_entries" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "one_client" ON "content_suggestions" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "content_suggestions" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "one_client" ON "content_templates" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "content_templates" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "one_client" ON "suggestion_feedback" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "suggestion_feedback" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "one_client" ON "page_activity" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "page_activity" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "one_client" ON "page_versions" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "page_versions" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "one_client" ON "pages" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "pages" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);