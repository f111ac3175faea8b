ALTER POLICY "own_clients" ON "api_keys" TO portal_operator USING (org_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (org_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "memberships" TO portal_operator USING (org_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (org_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "organizations" TO portal_operator USING (id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "security_events" TO portal_operator USING (org_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (org_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "aeo_answers" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "aeo_evidence" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "alert_firings" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "alerts" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "page_performance" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "traffic_hourly" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "traffic_sources" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "website_daily" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "website_periods" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "annotations" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "stripe_events" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "subscriptions" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "brandings" TO portal_operator USING (org_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (org_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "client_erasures" TO portal_operator USING (org_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (org_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "client_exports" TO portal_operator USING (org_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (org_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "client_facts" TO portal_operator USING (org_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (org_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "connection_grants" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "connections" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "calendar_entries" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "content_suggestions" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "content_templates" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "suggestion_feedback" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "scan_decisions" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "directory_listings" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "goal_readings" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "goals" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "idempotency_keys" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "insight_feedback" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "insight_run_totals" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "insight_runs" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "insight_usage" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "investments" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "invitations" TO portal_operator USING (org_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (org_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "measurement_answers" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "measurement_prompts" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "measurement_run_engines" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "measurement_runs" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "measurement_usage" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "measurements" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "notices" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "support_sessions" TO portal_operator USING (org_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (org_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "page_activity" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "page_comments" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "page_storage" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "page_versions" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "pages" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "people_changes" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "client_reports" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "report_links" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "report_recipients" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "report_unsubscribes" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "reviews" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "score_runs" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "search_daily" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "site_audits" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "social_profiles" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "action_items" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "webhook_deliveries" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "own_clients" ON "webhooks" TO portal_operator USING (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid)) WITH CHECK (client_id in (select c.org_id from portfolio_clients c
  join portfolio_operators o on o.portfolio_id = c.portfolio_id where o.operator_id = nullif(current_setting('app.operator_id', true), '')::uuid));