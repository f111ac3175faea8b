CREATE TABLE "portfolio_clients" (
	"portfolio_id" uuid NOT NULL,
	"org_id" uuid NOT NULL,
	CONSTRAINT "portfolio_clients_portfolio_id_org_id_pk" PRIMARY KEY("portfolio_id","org_id")
);
--> statement-breakpoint
ALTER TABLE "portfolio_clients" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "portfolio_operators" (
	"operator_id" uuid NOT NULL,
	"portfolio_id" uuid NOT NULL,
	CONSTRAINT "portfolio_operators_operator_id_portfolio_id_pk" PRIMARY KEY("operator_id","portfolio_id")
);
--> statement-breakpoint
ALTER TABLE "portfolio_operators" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "portfolios" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "portfolios_name_unique" UNIQUE("name")
);
--> statement-breakpoint
ALTER TABLE "portfolios" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "api_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "memberships" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "users" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "brandings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "client_erasures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "client_exports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "operator_grants" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "invitations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "operator_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "operator_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "operator_reasons" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "support_sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "report_schedules" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "report_templates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "operator_grants" DROP CONSTRAINT "operator_grants_account_unique";--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "operator_id" uuid;--> statement-breakpoint
ALTER TABLE "operator_grants" ADD COLUMN "operator_id" uuid;--> statement-breakpoint
ALTER TABLE "operators" ADD COLUMN "limited" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "report_schedules" ADD COLUMN "operator_id" uuid;--> statement-breakpoint
ALTER TABLE "report_templates" ADD COLUMN "operator_id" uuid;--> statement-breakpoint
ALTER TABLE "portfolio_clients" ADD CONSTRAINT "portfolio_clients_portfolio_id_portfolios_id_fk" FOREIGN KEY ("portfolio_id") REFERENCES "public"."portfolios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolio_clients" ADD CONSTRAINT "portfolio_clients_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolio_operators" ADD CONSTRAINT "portfolio_operators_operator_id_operators_user_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolio_operators" ADD CONSTRAINT "portfolio_operators_portfolio_id_portfolios_id_fk" FOREIGN KEY ("portfolio_id") REFERENCES "public"."portfolios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "portfolio_clients_org_id_index" ON "portfolio_clients" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "portfolio_operators_portfolio_id_index" ON "portfolio_operators" USING btree ("portfolio_id");--> statement-breakpoint
CREATE INDEX "api_keys_operator_id_index" ON "api_keys" USING btree ("operator_id");--> statement-breakpoint
CREATE UNIQUE INDEX "operator_grants_account" ON "operator_grants" USING btree ("account") WHERE operator_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "operator_grants_account_of" ON "operator_grants" USING btree ("operator_id","account") WHERE operator_id is not null;--> statement-breakpoint
CREATE INDEX "operator_events_org_id_at_id_index" ON "operator_events" USING btree ("org_id","at","id");--> statement-breakpoint
CREATE POLICY "own_clients" ON "api_keys" AS PERMISSIVE FOR ALL TO "portal_operator" USING (org_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (org_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "memberships" AS PERMISSIVE FOR ALL TO "portal_operator" USING (org_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (org_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "organizations" AS PERMISSIVE FOR ALL TO "portal_operator" USING (id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "security_events" AS PERMISSIVE FOR ALL TO "portal_operator" USING (org_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (org_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "all_clients" ON "users" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true);--> statement-breakpoint
CREATE POLICY "own_clients" ON "users" AS PERMISSIVE FOR SELECT TO "portal_operator" USING (id in (select m.user_id from memberships m union all select o.user_id from operators o));--> statement-breakpoint
CREATE POLICY "own_clients" ON "aeo_answers" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "aeo_evidence" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "alert_firings" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "alerts" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "page_performance" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "traffic_hourly" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "traffic_sources" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "website_daily" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "website_periods" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "annotations" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "stripe_events" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "subscriptions" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "brandings" AS PERMISSIVE FOR ALL TO "portal_operator" USING (org_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (org_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "client_erasures" AS PERMISSIVE FOR ALL TO "portal_operator" USING (org_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (org_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "client_exports" AS PERMISSIVE FOR ALL TO "portal_operator" USING (org_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (org_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "client_facts" AS PERMISSIVE FOR ALL TO "portal_operator" USING (org_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (org_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "connection_grants" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "connections" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_grants" ON "operator_grants" AS PERMISSIVE FOR ALL TO "portal_operator" USING (operator_id = nullif(current_setting('app.operator_id', true), '')::uuid) WITH CHECK (operator_id = nullif(current_setting('app.operator_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "grants_of_own_clients" ON "operator_grants" AS PERMISSIVE FOR SELECT TO "portal_operator" USING (id in (select c.operator_grant_id from connections c));--> statement-breakpoint
CREATE POLICY "own_clients" ON "calendar_entries" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "content_suggestions" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "content_templates" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "suggestion_feedback" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "scan_decisions" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "directory_listings" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "goal_readings" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "goals" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "idempotency_keys" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "insight_feedback" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "insight_run_totals" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "insight_runs" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "insight_usage" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "investments" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "invitations" AS PERMISSIVE FOR ALL TO "portal_operator" USING (org_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (org_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "measurement_answers" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "measurement_prompts" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "measurement_run_engines" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "measurement_runs" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "measurement_usage" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "measurements" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "notices" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "operator_events" AS PERMISSIVE FOR ALL TO "portal_operator" USING (org_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) or (org_id is null and actor_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (org_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) or (org_id is null and actor_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_keys" ON "operator_keys" AS PERMISSIVE FOR ALL TO "portal_operator" USING (created_by = nullif(current_setting('app.operator_id', true), '')::uuid) WITH CHECK (created_by = nullif(current_setting('app.operator_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "operator_reasons" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true);--> statement-breakpoint
CREATE POLICY "own_clients" ON "operator_reasons" AS PERMISSIVE FOR ALL TO "portal_operator" USING (event_id in (select e.id from operator_events e));--> statement-breakpoint
CREATE POLICY "own_clients" ON "support_sessions" AS PERMISSIVE FOR ALL TO "portal_operator" USING (org_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (org_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "page_activity" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "page_comments" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "page_storage" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "page_versions" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "pages" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "people_changes" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "client_reports" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "report_links" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "report_recipients" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "report_schedules" AS PERMISSIVE FOR ALL TO "portal_operator" USING (operator_id = nullif(current_setting('app.operator_id', true), '')::uuid or client_ids <@ array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (operator_id = nullif(current_setting('app.operator_id', true), '')::uuid or client_ids <@ array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_templates" ON "report_templates" AS PERMISSIVE FOR ALL TO "portal_operator" USING (operator_id = nullif(current_setting('app.operator_id', true), '')::uuid) WITH CHECK (operator_id = nullif(current_setting('app.operator_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_templates" ON "report_templates" AS PERMISSIVE FOR SELECT TO "portal_operator" USING (true);--> statement-breakpoint
CREATE POLICY "own_clients" ON "report_unsubscribes" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "reviews" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "score_runs" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "search_daily" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "site_audits" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "social_profiles" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "action_items" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "webhook_deliveries" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_clients" ON "webhooks" AS PERMISSIVE FOR ALL TO "portal_operator" USING (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid))) WITH CHECK (client_id = any(array(select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_portfolios" ON "portfolio_clients" AS PERMISSIVE FOR ALL TO "portal_operator" USING (portfolio_id = any(array(select o.portfolio_id from portfolio_operators o where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "own_portfolios" ON "portfolio_operators" AS PERMISSIVE FOR ALL TO "portal_operator" USING (operator_id = nullif(current_setting('app.operator_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_portfolios" ON "portfolios" AS PERMISSIVE FOR ALL TO "portal_operator" USING (id = any(array(select o.portfolio_id from portfolio_operators o where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)));