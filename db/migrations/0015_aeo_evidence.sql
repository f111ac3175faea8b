CREATE TABLE "aeo_answers" (
	"client_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"engine" text NOT NULL,
	"prompt" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"mentioned" boolean NOT NULL,
	"position" integer,
	"sentiment" double precision,
	"citations" jsonb NOT NULL,
	"competitors" jsonb NOT NULL,
	"excerpt" text,
	CONSTRAINT "aeo_answers_client_id_run_id_number_pk" PRIMARY KEY("client_id","run_id","number")
);
--> statement-breakpoint
ALTER TABLE "aeo_answers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "aeo_evidence" (
	"client_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"completed_at" timestamp (3) with time zone NOT NULL,
	"visibility_score" double precision NOT NULL,
	"answers" integer NOT NULL,
	"mentions" integer NOT NULL,
	"engines" jsonb NOT NULL,
	"sources" jsonb NOT NULL,
	CONSTRAINT "aeo_evidence_client_id_run_id_pk" PRIMARY KEY("client_id","run_id")
);
--> statement-breakpoint
ALTER TABLE "aeo_evidence" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "aeo_answers" ADD CONSTRAINT "aeo_answers_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "aeo_answers" ADD CONSTRAINT "aeo_answers_client_id_run_id_aeo_evidence_client_id_run_id_fk" FOREIGN KEY ("client_id","run_id") REFERENCES "public"."aeo_evidence"("client_id","run_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "aeo_evidence" ADD CONSTRAINT "aeo_evidence_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "aeo_evidence" ADD CONSTRAINT "aeo_evidence_client_id_run_id_score_runs_client_id_id_fk" FOREIGN KEY ("client_id","run_id") REFERENCES "public"."score_runs"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "aeo_evidence_client_id_completed_at_run_id_index" ON "aeo_evidence" USING btree ("client_id","completed_at","run_id");--> statement-breakpoint
CREATE POLICY "one_client" ON "aeo_answers" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "aeo_answers" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "one_client" ON "aeo_evidence" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "aeo_evidence" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);