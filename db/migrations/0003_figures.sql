CREATE TYPE "public"."scan_source" AS ENUM('pipeline', 'own');--> statement-breakpoint
CREATE TABLE "website_periods" (
	"client_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"from" date NOT NULL,
	"to" date NOT NULL,
	"source" text NOT NULL,
	"users" integer NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "website_periods_client_id_external_id_pk" PRIMARY KEY("client_id","external_id")
);
--> statement-breakpoint
ALTER TABLE "website_periods" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "primary_analytics_source" text;--> statement-breakpoint
ALTER TABLE "aeo_answers" ADD COLUMN "model" text;--> statement-breakpoint
ALTER TABLE "aeo_evidence" ADD COLUMN "source" "scan_source" DEFAULT 'pipeline' NOT NULL;--> statement-breakpoint
ALTER TABLE "aeo_evidence" ADD COLUMN "low" double precision;--> statement-breakpoint
ALTER TABLE "aeo_evidence" ADD COLUMN "high" double precision;--> statement-breakpoint
ALTER TABLE "aeo_evidence" ADD COLUMN "prompts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "aeo_evidence" ADD COLUMN "cells" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "aeo_evidence" ADD COLUMN "last_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "aeo_evidence" ADD COLUMN "readings" jsonb DEFAULT '{"engines":[],"cells":[]}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "aeo_evidence" ADD COLUMN "change" jsonb;--> statement-breakpoint
ALTER TABLE "page_performance" ADD COLUMN "url" text;--> statement-breakpoint
ALTER TABLE "traffic_hourly" ADD COLUMN "reported_by" text;--> statement-breakpoint
ALTER TABLE "traffic_sources" ADD COLUMN "reported_by" text;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "url" text;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "reported_url" text;--> statement-breakpoint
ALTER TABLE "score_runs" ADD COLUMN "source" "scan_source" DEFAULT 'pipeline' NOT NULL;--> statement-breakpoint
ALTER TABLE "website_periods" ADD CONSTRAINT "website_periods_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "website_periods_client_id_to_from_index" ON "website_periods" USING btree ("client_id","to","from");--> statement-breakpoint
CREATE INDEX "page_performance_url" ON "page_performance" USING btree ("client_id","page_id","date") WHERE url is not null;--> statement-breakpoint
CREATE POLICY "one_client" ON "website_periods" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "website_periods" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);