CREATE TYPE "public"."api_key_scope" AS ENUM('ingest', 'read');--> statement-breakpoint
CREATE TYPE "public"."role" AS ENUM('admin', 'member');--> statement-breakpoint
CREATE TYPE "public"."insight_status" AS ENUM('running', 'succeeded', 'failed');--> statement-breakpoint
CREATE TYPE "public"."insight_type" AS ENUM('nlq', 'scoring', 'playbook', 'explain');--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"hash" text NOT NULL,
	"scopes" "api_key_scope"[] NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" "role" DEFAULT 'member' NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_orgId_userId_unique" UNIQUE("org_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"vertical" text,
	"website" text,
	"timezone" text DEFAULT 'UTC' NOT NULL,
	"address" text,
	"phone" text,
	"scores_version" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "organizations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"public_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"org_id" uuid NOT NULL,
	"ip_address" text NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"signed_in_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sessions_publicId_unique" UNIQUE("public_id")
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"email" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"password_hash" text NOT NULL,
	"name" text,
	"phone" text,
	"job_title" text,
	"avatar_url" text,
	"timezone" text,
	"locale" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "insight_run_totals" (
	"client_id" uuid NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "insight_run_totals_client_id_pk" PRIMARY KEY("client_id")
);
--> statement-breakpoint
ALTER TABLE "insight_run_totals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "insight_runs" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"run_type" "insight_type" NOT NULL,
	"input_params" jsonb NOT NULL,
	"status" "insight_status" DEFAULT 'running' NOT NULL,
	"result_data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"error_code" text,
	"error_message" text,
	"execution_time_ms" integer DEFAULT 0 NOT NULL,
	"tokens_used" integer DEFAULT 0 NOT NULL,
	"ai_provider" text DEFAULT 'none' NOT NULL,
	"ai_model" text DEFAULT 'none' NOT NULL,
	"worker" integer NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp (3) with time zone,
	CONSTRAINT "insight_runs_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "insight_runs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"hits" bigint NOT NULL,
	"resets_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "score_runs" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"completed_at" timestamp (3) with time zone NOT NULL,
	"raw_score" double precision NOT NULL,
	"dynamic_score" double precision NOT NULL,
	"confidence" double precision NOT NULL,
	"tiers" jsonb NOT NULL,
	"components" jsonb NOT NULL,
	"parts" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "score_runs_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "score_runs_clientId_externalId_unique" UNIQUE("client_id","external_id")
);
--> statement-breakpoint
ALTER TABLE "score_runs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insight_run_totals" ADD CONSTRAINT "insight_run_totals_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insight_runs" ADD CONSTRAINT "insight_runs_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "score_runs" ADD CONSTRAINT "score_runs_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_org_id_created_at_index" ON "api_keys" USING btree ("org_id","created_at");--> statement-breakpoint
CREATE INDEX "memberships_user_id_index" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user_id_created_at_index" ON "sessions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_index" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "insight_runs_history" ON "insight_runs" USING btree ("client_id","completed_at","id") WHERE "insight_runs"."completed_at" is not null;--> statement-breakpoint
CREATE INDEX "insight_runs_running" ON "insight_runs" USING btree ("worker") WHERE "insight_runs"."completed_at" is null;--> statement-breakpoint
CREATE INDEX "rate_limits_resets_at_index" ON "rate_limits" USING btree ("resets_at");--> statement-breakpoint
CREATE INDEX "score_runs_client_id_completed_at_id_index" ON "score_runs" USING btree ("client_id","completed_at","id");--> statement-breakpoint
CREATE POLICY "one_client" ON "organizations" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "one_client" ON "insight_run_totals" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "insight_run_totals" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "one_client" ON "insight_runs" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "insight_runs" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "one_client" ON "score_runs" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "score_runs" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);