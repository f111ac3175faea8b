CREATE TYPE "public"."goal_status" AS ENUM('not_started', 'in_progress', 'completed', 'paused', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."priority" AS ENUM('high', 'medium', 'low');--> statement-breakpoint
CREATE TYPE "public"."action_item_source" AS ENUM('scan', 'goal', 'manual');--> statement-breakpoint
CREATE TYPE "public"."action_item_status" AS ENUM('open', 'in_progress', 'done', 'dismissed');--> statement-breakpoint
CREATE TABLE "page_performance" (
	"client_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"page_id" uuid NOT NULL,
	"date" date NOT NULL,
	"views" integer NOT NULL,
	"engagement_rate" double precision NOT NULL,
	"avg_time_on_page_seconds" double precision NOT NULL,
	"conversions" numeric(14, 2) NOT NULL,
	"citations" integer,
	"score_before" double precision,
	"score_after" double precision,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "page_performance_client_id_external_id_pk" PRIMARY KEY("client_id","external_id")
);
--> statement-breakpoint
ALTER TABLE "page_performance" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "traffic_hourly" (
	"client_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"sessions" integer NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "traffic_hourly_client_id_external_id_pk" PRIMARY KEY("client_id","external_id")
);
--> statement-breakpoint
ALTER TABLE "traffic_hourly" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "traffic_sources" (
	"client_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"date" date NOT NULL,
	"source" text NOT NULL,
	"medium" text NOT NULL,
	"sessions" integer NOT NULL,
	"users" integer NOT NULL,
	"conversions" numeric(14, 2) NOT NULL,
	"is_ai_assistant" boolean NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "traffic_sources_client_id_external_id_pk" PRIMARY KEY("client_id","external_id")
);
--> statement-breakpoint
ALTER TABLE "traffic_sources" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "website_daily" (
	"client_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"date" date NOT NULL,
	"source" text NOT NULL,
	"users" integer NOT NULL,
	"sessions" integer NOT NULL,
	"pageviews" integer NOT NULL,
	"bounce_rate" double precision NOT NULL,
	"avg_session_seconds" double precision NOT NULL,
	"conversions" numeric(14, 2) NOT NULL,
	"top_pages" jsonb,
	"channels" jsonb,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "website_daily_client_id_external_id_pk" PRIMARY KEY("client_id","external_id")
);
--> statement-breakpoint
ALTER TABLE "website_daily" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "goals" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"title" text NOT NULL,
	"goal_type" text NOT NULL,
	"category" text NOT NULL,
	"target_value" double precision NOT NULL,
	"current_value" double precision NOT NULL,
	"baseline_value" double precision NOT NULL,
	"unit" text NOT NULL,
	"status" "goal_status" NOT NULL,
	"priority" "priority" NOT NULL,
	"deadline" date,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "goals_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "goals_clientId_externalId_unique" UNIQUE("client_id","external_id")
);
--> statement-breakpoint
ALTER TABLE "goals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "investments" (
	"client_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"date" date NOT NULL,
	"category" text NOT NULL,
	"description" text,
	"amount" numeric(16, 4) NOT NULL,
	"estimated_return" numeric(16, 4) NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "investments_client_id_external_id_pk" PRIMARY KEY("client_id","external_id")
);
--> statement-breakpoint
ALTER TABLE "investments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "reviews" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"source" text NOT NULL,
	"rating" double precision NOT NULL,
	"text" text,
	"author_name" text,
	"published_at" timestamp (3) with time zone NOT NULL,
	"responded" boolean NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reviews_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "reviews_clientId_externalId_unique" UNIQUE("client_id","external_id")
);
--> statement-breakpoint
ALTER TABLE "reviews" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "social_profiles" (
	"client_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"platform" text NOT NULL,
	"handle" text NOT NULL,
	"url" text NOT NULL,
	"followers" bigint NOT NULL,
	"followers_change" bigint NOT NULL,
	"posts" bigint NOT NULL,
	"reach" bigint NOT NULL,
	"impressions" bigint NOT NULL,
	"engagement" bigint NOT NULL,
	"engagement_rate" double precision NOT NULL,
	"as_of" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "social_profiles_client_id_external_id_pk" PRIMARY KEY("client_id","external_id")
);
--> statement-breakpoint
ALTER TABLE "social_profiles" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "action_items" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"category" text NOT NULL,
	"priority" "priority" NOT NULL,
	"status" "action_item_status" NOT NULL,
	"due_date" date,
	"source" "action_item_source" NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "action_items_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "action_items_clientId_externalId_unique" UNIQUE("client_id","external_id")
);
--> statement-breakpoint
ALTER TABLE "action_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "page_performance" ADD CONSTRAINT "page_performance_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "traffic_hourly" ADD CONSTRAINT "traffic_hourly_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "traffic_sources" ADD CONSTRAINT "traffic_sources_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "website_daily" ADD CONSTRAINT "website_daily_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goals" ADD CONSTRAINT "goals_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investments" ADD CONSTRAINT "investments_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_profiles" ADD CONSTRAINT "social_profiles_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "action_items" ADD CONSTRAINT "action_items_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "page_performance_client_id_date_index" ON "page_performance" USING btree ("client_id","date");--> statement-breakpoint
CREATE INDEX "page_performance_client_id_page_id_date_index" ON "page_performance" USING btree ("client_id","page_id","date");--> statement-breakpoint
CREATE INDEX "traffic_hourly_client_id_at_index" ON "traffic_hourly" USING btree ("client_id","at");--> statement-breakpoint
CREATE INDEX "traffic_sources_client_id_date_index" ON "traffic_sources" USING btree ("client_id","date");--> statement-breakpoint
CREATE INDEX "website_daily_client_id_date_index" ON "website_daily" USING btree ("client_id","date");--> statement-breakpoint
CREATE INDEX "goals_client_id_status_deadline_index" ON "goals" USING btree ("client_id","status","deadline");--> statement-breakpoint
CREATE INDEX "investments_client_id_date_index" ON "investments" USING btree ("client_id","date");--> statement-breakpoint
CREATE INDEX "reviews_client_id_published_at_id_index" ON "reviews" USING btree ("client_id","published_at","id");--> statement-breakpoint
CREATE INDEX "social_profiles_client_id_platform_handle_as_of_index" ON "social_profiles" USING btree ("client_id","platform","handle","as_of");--> statement-breakpoint
CREATE INDEX "action_items_client_id_status_due_date_index" ON "action_items" USING btree ("client_id","status","due_date");--> statement-breakpoint
CREATE POLICY "one_client" ON "page_performance" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "page_performance" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "one_client" ON "traffic_hourly" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "traffic_hourly" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "one_client" ON "traffic_sources" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "traffic_sources" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "one_client" ON "website_daily" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "website_daily" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "one_client" ON "goals" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "goals" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "one_client" ON "investments" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "investments" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "one_client" ON "reviews" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "reviews" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "one_client" ON "social_profiles" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "social_profiles" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "one_client" ON "action_items" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "action_items" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);