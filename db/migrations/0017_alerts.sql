CREATE TYPE "public"."alert_channel" AS ENUM('mail', 'webhook');--> statement-breakpoint
CREATE TYPE "public"."alert_condition" AS ENUM('below', 'above', 'drops_by', 'rises_by', 'moved');--> statement-breakpoint
CREATE TYPE "public"."alert_metric" AS ENUM('visibility_score', 'mention_rate', 'review_rating', 'sessions', 'conversions', 'clicks', 'listing_errors');--> statement-breakpoint
CREATE TYPE "public"."webhook_format" AS ENUM('standard', 'slack', 'teams', 'discord');--> statement-breakpoint
CREATE TABLE "alert_firings" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"alert_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"value" double precision NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"end_value" double precision,
	"tell_at" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "alert_firings_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "alert_firings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "alerts" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"metric" "alert_metric" NOT NULL,
	"when" "alert_condition" NOT NULL,
	"value" double precision,
	"channels" "alert_channel"[] NOT NULL,
	"quiet_from" smallint,
	"quiet_to" smallint,
	"muted" boolean DEFAULT false NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alerts_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "alerts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "annotations" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"date" date NOT NULL,
	"text" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "annotations_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "annotations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "format" "webhook_format" DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_firings" ADD CONSTRAINT "alert_firings_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_firings" ADD CONSTRAINT "alert_firings_client_id_alert_id_alerts_client_id_id_fk" FOREIGN KEY ("client_id","alert_id") REFERENCES "public"."alerts"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "annotations" ADD CONSTRAINT "annotations_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_firings_client_id_alert_id_at_id_index" ON "alert_firings" USING btree ("client_id","alert_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_firings_open" ON "alert_firings" USING btree ("client_id","alert_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "alert_firings_tell_at_index" ON "alert_firings" USING btree ("tell_at") WHERE tell_at is not null;--> statement-breakpoint
CREATE INDEX "alerts_client_id_created_at_id_index" ON "alerts" USING btree ("client_id","created_at","id");--> statement-breakpoint
CREATE INDEX "annotations_client_id_date_id_index" ON "annotations" USING btree ("client_id","date","id");--> statement-breakpoint
CREATE POLICY "one_client" ON "alert_firings" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "alert_firings" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "one_client" ON "alerts" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "alerts" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "one_client" ON "annotations" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "annotations" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);