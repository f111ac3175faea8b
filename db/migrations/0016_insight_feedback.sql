CREATE TABLE "insight_feedback" (
	"client_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"helpful" boolean NOT NULL,
	"comment" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "insight_feedback_client_id_run_id_user_id_pk" PRIMARY KEY("client_id","run_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "insight_feedback" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "insight_feedback" ADD CONSTRAINT "insight_feedback_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insight_feedback" ADD CONSTRAINT "insight_feedback_client_id_run_id_insight_runs_client_id_id_fk" FOREIGN KEY ("client_id","run_id") REFERENCES "public"."insight_runs"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "one_client" ON "insight_feedback" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "insight_feedback" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);