CREATE TYPE "public"."notice_kind" AS ENUM('weeklyDigest', 'scoreDrop', 'overdueGoals', 'reviewRequested', 'paymentFailed');--> statement-breakpoint
CREATE TABLE "notices" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" "notice_kind" NOT NULL,
	"subject" text NOT NULL,
	"caused_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "notices_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "notices_clientId_kind_subject_unique" UNIQUE("client_id","kind","subject")
);
--> statement-breakpoint
ALTER TABLE "notices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"weekly_digest" boolean,
	"score_drop" boolean,
	"overdue_goals" boolean,
	"review_requested" boolean,
	"payment_failed" boolean,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_pending" ON "notices" USING btree ("client_id","created_at") WHERE told_at is null;--> statement-breakpoint
CREATE INDEX "organizations_timezone_id_index" ON "organizations" USING btree ("timezone","id");--> statement-breakpoint
CREATE POLICY "one_client" ON "notices" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "notices" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);