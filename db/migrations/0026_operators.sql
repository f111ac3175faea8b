CREATE TYPE "public"."client_status" AS ENUM('active', 'suspended', 'erasing');--> statement-breakpoint
CREATE TYPE "public"."platform_role" AS ENUM('operator', 'support');--> statement-breakpoint
CREATE TABLE "client_facts" (
	"org_id" uuid PRIMARY KEY NOT NULL,
	"dynamic_score" double precision,
	"change" double precision,
	"last_scan_at" timestamp (3) with time zone,
	"open_action_items" integer DEFAULT 0 NOT NULL,
	"subscription_status" text DEFAULT 'none' NOT NULL,
	"total_mrr" double precision DEFAULT 0 NOT NULL,
	"month" date,
	"questions_in_month" bigint DEFAULT 0 NOT NULL,
	"tokens_in_month" bigint DEFAULT 0 NOT NULL,
	"day" date,
	"scans_in_day" integer DEFAULT 0 NOT NULL,
	"questions_in_day" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "client_facts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "operator_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"type" text NOT NULL,
	"actor_id" uuid,
	"org_id" uuid,
	"user_id" uuid,
	"ip_address" text
);
--> statement-breakpoint
CREATE TABLE "operator_reasons" (
	"event_id" uuid NOT NULL,
	"org_id" uuid,
	"user_id" uuid,
	"reason" text NOT NULL,
	CONSTRAINT "operator_reasons_event_id_pk" PRIMARY KEY("event_id")
);
--> statement-breakpoint
CREATE TABLE "operators" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"role" "platform_role" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "status" "client_status" DEFAULT 'active' NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "notes" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "monthly_token_budget" bigint;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "last_active_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "client_facts" ADD CONSTRAINT "client_facts_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operators" ADD CONSTRAINT "operators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "client_facts_best" ON "client_facts" USING btree ((coalesce(dynamic_score, -1)),"org_id");--> statement-breakpoint
CREATE INDEX "client_facts_worst" ON "client_facts" USING btree ((coalesce(dynamic_score, 101)),"org_id");--> statement-breakpoint
CREATE INDEX "client_facts_day_index" ON "client_facts" USING btree ("day");--> statement-breakpoint
CREATE INDEX "client_facts_month_index" ON "client_facts" USING btree ("month");--> statement-breakpoint
CREATE INDEX "operator_events_at_id_index" ON "operator_events" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "operator_reasons_org_id_index" ON "operator_reasons" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "operator_reasons_user_id_index" ON "operator_reasons" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "organizations_name" ON "organizations" USING btree (lower(name),"id");--> statement-breakpoint
CREATE INDEX "organizations_last_active" ON "organizations" USING btree ((coalesce(last_active_at, '1900-01-01T00:00:00Z')),"id");--> statement-breakpoint
CREATE INDEX "organizations_status_index" ON "organizations" USING btree ("status");--> statement-breakpoint
CREATE POLICY "one_client" ON "client_facts" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (org_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "client_facts" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true);