ALTER TABLE "security_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "goals" ADD COLUMN "overdue_told_on" date;--> statement-breakpoint
CREATE POLICY "one_client" ON "security_events" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (org_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "security_events" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);