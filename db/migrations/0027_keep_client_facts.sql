-- What the operator's list shows of a client is kept, like the history's total, in the statement that changes it, for all
-- rows of a statement at once. The rows of a client are locked before its facts, and its facts before its organization.
CREATE FUNCTION make_client_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO client_facts (org_id) SELECT id FROM written ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER organizations_facts AFTER INSERT ON organizations
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION make_client_facts();--> statement-breakpoint

-- Scans are few: the two latest are read again, whatever was written.
CREATE FUNCTION keep_scan_facts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  today date := (now() AT TIME ZONE 'UTC')::date;
BEGIN
  UPDATE client_facts AS kept SET
      dynamic_score = latest.scores[1],
      change = round((latest.scores[1] - latest.scores[2])::numeric, 1),
      last_scan_at = latest.completed_at,
      questions_in_day = CASE WHEN arrived.scans = 0 OR kept.day = today THEN questions_in_day ELSE 0 END,
      scans_in_day = CASE WHEN arrived.scans = 0 OR kept.day = today THEN scans_in_day ELSE 0 END + arrived.scans,
      day = CASE WHEN arrived.scans = 0 THEN kept.day ELSE today END
    FROM (SELECT client_id, count(*) FILTER (WHERE TG_OP = 'INSERT' AND (created_at AT TIME ZONE 'UTC')::date = today)::int AS scans
          FROM written GROUP BY client_id) AS arrived
      CROSS JOIN LATERAL (
        SELECT array_agg(dynamic_score ORDER BY completed_at DESC, id DESC) AS scores, max(completed_at) AS completed_at
        FROM (SELECT dynamic_score, completed_at, id FROM score_runs WHERE client_id = arrived.client_id
              ORDER BY completed_at DESC, id DESC LIMIT 2) AS two) AS latest
    WHERE kept.org_id = arrived.client_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER score_runs_facts_added AFTER INSERT ON score_runs
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_scan_facts();--> statement-breakpoint
CREATE TRIGGER score_runs_facts_changed AFTER UPDATE ON score_runs
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_scan_facts();--> statement-breakpoint
CREATE TRIGGER score_runs_facts_removed AFTER DELETE ON score_runs
  REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_scan_facts();--> statement-breakpoint

CREATE FUNCTION keep_action_item_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE client_facts AS kept SET open_action_items = open_action_items + open.items
      FROM (SELECT client_id, count(*)::int AS items FROM added WHERE status IN ('open', 'in_progress') GROUP BY 1) AS open
      WHERE kept.org_id = open.client_id;
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE client_facts AS kept SET open_action_items = open_action_items + open.items
      FROM (SELECT client_id, sum(items)::int AS items FROM (
              SELECT client_id, 1 AS items FROM added WHERE status IN ('open', 'in_progress')
              UNION ALL SELECT client_id, -1 FROM removed WHERE status IN ('open', 'in_progress')) AS each
            GROUP BY 1 HAVING sum(items) <> 0) AS open
      WHERE kept.org_id = open.client_id;
  ELSE
    UPDATE client_facts AS kept SET open_action_items = open_action_items - open.items
      FROM (SELECT client_id, count(*)::int AS items FROM removed WHERE status IN ('open', 'in_progress') GROUP BY 1) AS open
      WHERE kept.org_id = open.client_id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER action_items_facts_added AFTER INSERT ON action_items
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_action_item_facts();--> statement-breakpoint
CREATE TRIGGER action_items_facts_changed AFTER UPDATE ON action_items
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_action_item_facts();--> statement-breakpoint
CREATE TRIGGER action_items_facts_removed AFTER DELETE ON action_items
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_action_item_facts();--> statement-breakpoint

-- Triggers run in the order of their names: these after those of insight_usage, which they read.
CREATE FUNCTION keep_question_facts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  today date := (now() AT TIME ZONE 'UTC')::date;
  this_month date := date_trunc('month', now() AT TIME ZONE 'UTC')::date;
  clients uuid[];
  arrived int[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(client_id), array_agg(questions) INTO clients, arrived FROM (
      SELECT client_id, count(*) FILTER (WHERE (started_at AT TIME ZONE 'UTC')::date = today) AS questions
      FROM added WHERE completed_at IS NOT NULL GROUP BY client_id) AS finished;
  ELSE
    SELECT array_agg(client_id), array_agg(questions) INTO clients, arrived FROM (
      SELECT added.client_id, count(*) FILTER (WHERE (added.started_at AT TIME ZONE 'UTC')::date = today) AS questions
      FROM added JOIN removed USING (client_id, id)
      WHERE added.completed_at IS NOT NULL AND removed.completed_at IS NULL GROUP BY added.client_id) AS finished;
  END IF;
  UPDATE client_facts AS kept SET
      month = this_month,
      questions_in_month = coalesce(usage.questions, 0),
      tokens_in_month = coalesce(usage.tokens, 0),
      scans_in_day = CASE WHEN kept.day = today THEN scans_in_day ELSE 0 END,
      questions_in_day = CASE WHEN kept.day = today THEN questions_in_day ELSE 0 END + finished.questions,
      day = today
    FROM unnest(clients, arrived) AS finished (client_id, questions)
      LEFT JOIN insight_usage AS usage ON usage.client_id = finished.client_id AND usage.month = this_month
    WHERE kept.org_id = finished.client_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER insight_runs_usage_facts_added AFTER INSERT ON insight_runs
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_question_facts();--> statement-breakpoint
CREATE TRIGGER insight_runs_usage_facts_completed AFTER UPDATE ON insight_runs
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_question_facts();--> statement-breakpoint

-- The rows of before: the owner of the tables reads them where row-level security is not forced.
ALTER TABLE score_runs NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE action_items NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE insight_usage NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE subscriptions NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO client_facts (org_id, dynamic_score, change, last_scan_at, open_action_items, subscription_status,
    month, questions_in_month, tokens_in_month)
  SELECT o.id, latest.scores[1], round((latest.scores[1] - latest.scores[2])::numeric, 1), latest.completed_at,
    (SELECT count(*) FROM action_items WHERE client_id = o.id AND status IN ('open', 'in_progress')),
    coalesce(s.status, 'none'), u.month, coalesce(u.questions, 0), coalesce(u.tokens, 0)
  FROM organizations o
    CROSS JOIN LATERAL (
      SELECT array_agg(dynamic_score ORDER BY completed_at DESC, id DESC) AS scores, max(completed_at) AS completed_at
      FROM (SELECT dynamic_score, completed_at, id FROM score_runs WHERE client_id = o.id
            ORDER BY completed_at DESC, id DESC LIMIT 2) AS two) AS latest
    LEFT JOIN subscriptions s ON s.client_id = o.id
    LEFT JOIN insight_usage u ON u.client_id = o.id AND u.month = date_trunc('month', now() AT TIME ZONE 'UTC')::date;--> statement-breakpoint
ALTER TABLE score_runs FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE action_items FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE insight_usage FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE subscriptions FORCE ROW LEVEL SECURITY;
