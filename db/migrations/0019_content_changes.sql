ALTER TYPE "public"."page_activity_type" ADD VALUE 'scheduled';--> statement-breakpoint
ALTER TYPE "public"."page_activity_type" ADD VALUE 'unscheduled';--> statement-breakpoint
ALTER TYPE "public"."page_activity_type" ADD VALUE 'commented';--> statement-breakpoint
ALTER TYPE "public"."page_activity_type" ADD VALUE 'deleted';--> statement-breakpoint
CREATE TABLE "page_comments" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "page_comments_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "page_comments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "page_activity" DROP CONSTRAINT "page_activity_clientId_pageId_version_unique";--> statement-breakpoint
ALTER TABLE "pages" DROP CONSTRAINT "pages_clientId_slug_unique";--> statement-breakpoint
ALTER TABLE "content_suggestions" ADD COLUMN "people_fields" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "content_suggestions" ADD COLUMN "page_id" uuid;--> statement-breakpoint
ALTER TABLE "page_activity" ADD COLUMN "step" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "scheduled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "scheduled_by" uuid;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "deleted_by" uuid;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "events" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "page_comments" ADD CONSTRAINT "page_comments_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_comments" ADD CONSTRAINT "page_comments_client_id_page_id_pages_client_id_id_fk" FOREIGN KEY ("client_id","page_id") REFERENCES "public"."pages"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "page_comments_client_id_page_id_created_at_id_index" ON "page_comments" USING btree ("client_id","page_id","created_at","id");--> statement-breakpoint
CREATE INDEX "content_suggestions_page" ON "content_suggestions" USING btree ("client_id","page_id") WHERE page_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "pages_client_id_slug_live" ON "pages" USING btree ("client_id","slug") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "pages_scheduled" ON "pages" USING btree ("client_id","scheduled_at") WHERE scheduled_at is not null;--> statement-breakpoint
CREATE INDEX "pages_bin" ON "pages" USING btree ("client_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
ALTER TABLE "page_activity" ADD CONSTRAINT "page_activity_clientId_pageId_version_step_unique" UNIQUE("client_id","page_id","version","step");--> statement-breakpoint
CREATE POLICY "one_client" ON "page_comments" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "page_comments" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);