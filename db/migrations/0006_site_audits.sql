CREATE TABLE "site_audits" (
	"client_id" uuid NOT NULL,
	"start_url" text NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"pages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"checks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"failed_at" timestamp (3) with time zone,
	"failure" text,
	CONSTRAINT "site_audits_client_id_pk" PRIMARY KEY("client_id")
);
--> statement-breakpoint
ALTER TABLE "site_audits" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "site_audits" ADD CONSTRAINT "site_audits_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "one_client" ON "site_audits" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "site_audits" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);