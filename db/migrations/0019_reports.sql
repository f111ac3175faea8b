CREATE TYPE "public"."report_language" AS ENUM('en', 'de');--> statement-breakpoint
CREATE TYPE "public"."report_period" AS ENUM('week', 'month', 'quarter');--> statement-breakpoint
CREATE TYPE "public"."report_status" AS ENUM('draft', 'approved', 'sent', 'held');--> statement-breakpoint
CREATE TABLE "client_reports" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"schedule_id" uuid NOT NULL,
	"plan" jsonb NOT NULL,
	"status" "report_status" DEFAULT 'draft' NOT NULL,
	"review" boolean NOT NULL,
	"reason" text,
	"cleared" boolean DEFAULT false NOT NULL,
	"period_from" date NOT NULL,
	"period_to" date NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"send_at" timestamp (3) with time zone NOT NULL,
	"notes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"made_at" timestamp (3) with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone,
	"file" text,
	"filename" text,
	"size" integer,
	"sha256" text,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "client_reports_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "client_reports_clientId_scheduleId_periodFrom_periodTo_unique" UNIQUE("client_id","schedule_id","period_from","period_to")
);
--> statement-breakpoint
ALTER TABLE "client_reports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "report_links" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"recipient_id" uuid,
	"created_by" uuid,
	"token_hash" text NOT NULL,
	"code_hash" text,
	"failures" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "report_links_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "report_links_clientId_tokenHash_unique" UNIQUE("client_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "report_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "report_recipients" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"email" text NOT NULL,
	"bcc" boolean NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"error" text,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now(),
	"leased_until" timestamp (3) with time zone,
	CONSTRAINT "report_recipients_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "report_recipients_clientId_reportId_email_unique" UNIQUE("client_id","report_id","email")
);
--> statement-breakpoint
ALTER TABLE "report_recipients" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "report_schedules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"template_id" uuid NOT NULL,
	"all_clients" boolean DEFAULT false NOT NULL,
	"tags" text[],
	"client_ids" uuid[],
	"every" "report_period" NOT NULL,
	"day" smallint NOT NULL,
	"hour" smallint NOT NULL,
	"review" boolean NOT NULL,
	"reviewer_id" uuid,
	"created_by" uuid,
	"recipients" text[],
	"bcc" text[] DEFAULT '{}' NOT NULL,
	"subject" text,
	"message" text,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"sections" text[] NOT NULL,
	"period" "report_period" NOT NULL,
	"language" "report_language",
	"intro" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_unsubscribes" (
	"client_id" uuid NOT NULL,
	"address_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_unsubscribes_client_id_address_hash_pk" PRIMARY KEY("client_id","address_hash")
);
--> statement-breakpoint
ALTER TABLE "report_unsubscribes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "client_reports" ADD CONSTRAINT "client_reports_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_links" ADD CONSTRAINT "report_links_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_links" ADD CONSTRAINT "report_links_client_id_report_id_client_reports_client_id_id_fk" FOREIGN KEY ("client_id","report_id") REFERENCES "public"."client_reports"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_recipients" ADD CONSTRAINT "report_recipients_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_recipients" ADD CONSTRAINT "report_recipients_client_id_report_id_client_reports_client_id_id_fk" FOREIGN KEY ("client_id","report_id") REFERENCES "public"."client_reports"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_schedules" ADD CONSTRAINT "report_schedules_template_id_report_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."report_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_schedules" ADD CONSTRAINT "report_schedules_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_schedules" ADD CONSTRAINT "report_schedules_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_unsubscribes" ADD CONSTRAINT "report_unsubscribes_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "client_reports_client_id_sent_at_id_index" ON "client_reports" USING btree ("client_id","sent_at","id");--> statement-breakpoint
CREATE INDEX "client_reports_created_at_id_index" ON "client_reports" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "client_reports_by_id" ON "client_reports" USING btree ("id");--> statement-breakpoint
CREATE INDEX "client_reports_to_make" ON "client_reports" USING btree ("next_attempt_at") WHERE made_at is null and status in ('draft', 'approved');--> statement-breakpoint
CREATE INDEX "client_reports_to_send" ON "client_reports" USING btree ("send_at") WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX "client_reports_to_tell" ON "client_reports" USING btree ("due_at") WHERE told_at is null and status in ('draft', 'held');--> statement-breakpoint
CREATE INDEX "report_links_client_id_report_id_created_at_id_index" ON "report_links" USING btree ("client_id","report_id","created_at","id");--> statement-breakpoint
CREATE INDEX "report_links_expires_at_index" ON "report_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "report_recipients_due" ON "report_recipients" USING btree ("next_attempt_at") WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX "report_recipients_email" ON "report_recipients" USING btree ("email");--> statement-breakpoint
CREATE INDEX "report_schedules_created_at_id_index" ON "report_schedules" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "report_schedules_template_id_index" ON "report_schedules" USING btree ("template_id");--> statement-breakpoint
CREATE INDEX "report_schedules_reviewer_id_index" ON "report_schedules" USING btree ("reviewer_id");--> statement-breakpoint
CREATE INDEX "report_schedules_created_by_index" ON "report_schedules" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "report_templates_created_at_id_index" ON "report_templates" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "organizations_tags_index" ON "organizations" USING gin ("tags");--> statement-breakpoint
CREATE POLICY "one_client" ON "client_reports" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "client_reports" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "one_client" ON "report_links" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "report_links" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "one_client" ON "report_recipients" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "report_recipients" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "one_client" ON "report_unsubscribes" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "report_unsubscribes" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);