CREATE TYPE "public"."scan_entry_type" AS ENUM('recommendation', 'action_plan_item');--> statement-breakpoint
CREATE TABLE "scan_decisions" (
	"client_id" uuid NOT NULL,
	"type" "scan_entry_type" NOT NULL,
	"external_id" text NOT NULL,
	"status" text NOT NULL,
	"decided_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "scan_decisions_client_id_type_external_id_pk" PRIMARY KEY("client_id","type","external_id")
);
--> statement-breakpoint
ALTER TABLE "scan_decisions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "goal_readings" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"goal_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"value" double precision NOT NULL,
	"note" text,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "goal_readings_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "goal_readings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "action_items" ADD COLUMN "assignee_id" uuid;--> statement-breakpoint
ALTER TABLE "action_items" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "scan_decisions" ADD CONSTRAINT "scan_decisions_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goal_readings" ADD CONSTRAINT "goal_readings_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goal_readings" ADD CONSTRAINT "goal_readings_client_id_goal_id_goals_client_id_id_fk" FOREIGN KEY ("client_id","goal_id") REFERENCES "public"."goals"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "goal_readings_client_id_goal_id_at_id_index" ON "goal_readings" USING btree ("client_id","goal_id","at","id");--> statement-breakpoint
CREATE POLICY "one_client" ON "scan_decisions" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "scan_decisions" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "one_client" ON "goal_readings" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "goal_readings" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);