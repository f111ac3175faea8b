CREATE TABLE "insight_usage" (
	"client_id" uuid NOT NULL,
	"month" date NOT NULL,
	"questions" bigint NOT NULL,
	"tokens" bigint NOT NULL,
	"tokens_input" bigint NOT NULL,
	"tokens_output" bigint NOT NULL,
	CONSTRAINT "insight_usage_client_id_month_pk" PRIMARY KEY("client_id","month")
);
--> statement-breakpoint
ALTER TABLE "insight_usage" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "insight_runs" ADD COLUMN "tokens_input" integer;--> statement-breakpoint
ALTER TABLE "insight_runs" ADD COLUMN "tokens_output" integer;--> statement-breakpoint
ALTER TABLE "insight_usage" ADD CONSTRAINT "insight_usage_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "one_client" ON "insight_usage" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "insight_usage" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);