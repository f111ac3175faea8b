CREATE TYPE "public"."engine_call_status" AS ENUM('waiting', 'sent', 'answered', 'failed', 'skipped');--> statement-breakpoint
CREATE TYPE "public"."measurement_interval" AS ENUM('day', 'week', 'month');--> statement-breakpoint
CREATE TYPE "public"."measurement_run_status" AS ENUM('queued', 'running', 'completed', 'incomplete', 'failed', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."measurement_scores" AS ENUM('own', 'pipeline');--> statement-breakpoint
CREATE TYPE "public"."measurement_trigger" AS ENUM('schedule', 'person');--> statement-breakpoint
CREATE TYPE "public"."query_mode" AS ENUM('local_discovery', 'industry_b2b', 'online_first');--> statement-breakpoint
CREATE TABLE "engine_holds" (
	"engine" text PRIMARY KEY NOT NULL,
	"held_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "measurement_answers" (
	"client_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"engine" text NOT NULL,
	"prompt_id" uuid NOT NULL,
	"prompt" text NOT NULL,
	"language" text,
	"place" jsonb,
	"status" "engine_call_status" DEFAULT 'waiting' NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"not_before" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"worker" integer,
	"error" text,
	"asked_at" timestamp (3) with time zone,
	"model" text,
	"access" text,
	"answer" text,
	"citations" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"mentioned" boolean,
	"position" integer,
	"sentiment" double precision,
	"competitors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"facts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"excerpt" text,
	CONSTRAINT "measurement_answers_client_id_run_id_number_pk" PRIMARY KEY("client_id","run_id","number")
);
--> statement-breakpoint
ALTER TABLE "measurement_answers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "measurement_prompts" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"text" text NOT NULL,
	"question_key" text NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"language" text,
	"place" jsonb,
	"query_mode" "query_mode" NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "measurement_prompts_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "measurement_prompts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "measurement_run_engines" (
	"client_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"engine" text NOT NULL,
	"model" text NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"called_at" timestamp (3) with time zone,
	CONSTRAINT "measurement_run_engines_client_id_run_id_engine_pk" PRIMARY KEY("client_id","run_id","engine")
);
--> statement-breakpoint
ALTER TABLE "measurement_run_engines" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "measurement_runs" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"status" "measurement_run_status" DEFAULT 'queued' NOT NULL,
	"trigger" "measurement_trigger" NOT NULL,
	"plan" jsonb NOT NULL,
	"total" integer NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	"audited_at" timestamp (3) with time zone,
	"scan_run_id" uuid,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "measurement_runs_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "measurement_runs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "measurement_usage" (
	"client_id" uuid NOT NULL,
	"month" date NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "measurement_usage_client_id_month_pk" PRIMARY KEY("client_id","month")
);
--> statement-breakpoint
ALTER TABLE "measurement_usage" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "measurements" (
	"client_id" uuid PRIMARY KEY NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"every" "measurement_interval" DEFAULT 'month' NOT NULL,
	"weekday" smallint DEFAULT 1 NOT NULL,
	"day" smallint DEFAULT 1 NOT NULL,
	"hour" smallint DEFAULT 6 NOT NULL,
	"scores" "measurement_scores" DEFAULT 'pipeline' NOT NULL,
	"disabled_engines" text[] DEFAULT '{}' NOT NULL,
	"readings_per_prompt" smallint DEFAULT 3 NOT NULL,
	"aliases" text[] DEFAULT '{}' NOT NULL,
	"audit_enabled" boolean DEFAULT false NOT NULL,
	"audit_start_url" text,
	"audit_max_pages" smallint DEFAULT 20 NOT NULL,
	"next_run_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "measurements" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "monthly_answers" integer;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "made_by_operator" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "aeo_answers" ADD COLUMN "facts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "measurement_answers" ADD CONSTRAINT "measurement_answers_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "measurement_answers" ADD CONSTRAINT "measurement_answers_client_id_run_id_measurement_runs_client_id_id_fk" FOREIGN KEY ("client_id","run_id") REFERENCES "public"."measurement_runs"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "measurement_prompts" ADD CONSTRAINT "measurement_prompts_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "measurement_run_engines" ADD CONSTRAINT "measurement_run_engines_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "measurement_run_engines" ADD CONSTRAINT "measurement_run_engines_client_id_run_id_measurement_runs_client_id_id_fk" FOREIGN KEY ("client_id","run_id") REFERENCES "public"."measurement_runs"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "measurement_runs" ADD CONSTRAINT "measurement_runs_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "measurement_usage" ADD CONSTRAINT "measurement_usage_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "measurements" ADD CONSTRAINT "measurements_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "measurement_answers_waiting" ON "measurement_answers" USING btree ("client_id","run_id","engine","number") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "measurement_answers_sent" ON "measurement_answers" USING btree ("engine") WHERE status = 'sent';--> statement-breakpoint
CREATE UNIQUE INDEX "measurement_prompts_active" ON "measurement_prompts" USING btree ("client_id","question_key") WHERE active;--> statement-breakpoint
CREATE INDEX "measurement_prompts_client_id_created_at_id_index" ON "measurement_prompts" USING btree ("client_id","created_at","id");--> statement-breakpoint
CREATE INDEX "measurement_run_engines_open" ON "measurement_run_engines" USING btree ("engine","called_at") WHERE done + failed < total;--> statement-breakpoint
CREATE UNIQUE INDEX "measurement_runs_open" ON "measurement_runs" USING btree ("client_id") WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "measurement_runs_client_id_created_at_id_index" ON "measurement_runs" USING btree ("client_id","created_at","id");--> statement-breakpoint
CREATE INDEX "measurement_runs_created_at_index" ON "measurement_runs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "measurements_due" ON "measurements" USING btree ("next_run_at") WHERE next_run_at is not null;--> statement-breakpoint
CREATE POLICY "one_client" ON "measurement_answers" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "measurement_answers" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "one_client" ON "measurement_prompts" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "measurement_prompts" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "one_client" ON "measurement_run_engines" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "measurement_run_engines" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "one_client" ON "measurement_runs" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "measurement_runs" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "one_client" ON "measurement_usage" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "measurement_usage" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "one_client" ON "measurements" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "measurements" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);--> statement-breakpoint
UPDATE "organizations" SET "made_by_operator" = true WHERE EXISTS (
	SELECT FROM "operator_events" WHERE "operator_events"."org_id" = "organizations"."id" AND "operator_events"."type" = 'client_created'
);
