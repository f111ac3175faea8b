CREATE TYPE "public"."people_change_action" AS ENUM('created', 'updated', 'deleted');--> statement-breakpoint
CREATE TABLE "people_changes" (
	"client_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"user_id" uuid NOT NULL,
	"action" "people_change_action" NOT NULL,
	"type" text NOT NULL,
	"external_id" text NOT NULL,
	"record_id" uuid NOT NULL,
	"fields" jsonb NOT NULL,
	CONSTRAINT "people_changes_client_id_position_pk" PRIMARY KEY("client_id","position")
);
--> statement-breakpoint
ALTER TABLE "people_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "goals" ADD COLUMN "people_fields" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "action_items" ADD COLUMN "people_fields" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "people_changes" ADD CONSTRAINT "people_changes_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "one_client" ON "people_changes" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "people_changes" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);