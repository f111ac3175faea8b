ALTER TABLE "client_facts" ADD COLUMN "currency" text;--> statement-breakpoint

-- Scans are few: the two latest are read again, whatever was written. Two transactions may store scans of one client at
-- once: each waits for the facts first, and then reads in a statement of its own, which sees what the other has committed.
CREATE OR REPLACE FUNCTION keep_scan_facts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  today date := (now() AT TIME ZONE 'UTC')::date;
BEGIN
  PERFORM FROM client_facts WHERE org_id IN (SELECT client_id FROM written) ORDER BY org_id FOR NO KEY UPDATE;
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

-- The rows of before: the owner of the tables reads them where row-level security is not forced.
ALTER TABLE score_runs NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE subscriptions NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE client_facts SET dynamic_score = latest.scores[1],
    change = round((latest.scores[1] - latest.scores[2])::numeric, 1), last_scan_at = latest.completed_at
  FROM client_facts AS own
    CROSS JOIN LATERAL (
      SELECT array_agg(dynamic_score ORDER BY completed_at DESC, id DESC) AS scores, max(completed_at) AS completed_at
      FROM (SELECT dynamic_score, completed_at, id FROM score_runs WHERE client_id = own.org_id
            ORDER BY completed_at DESC, id DESC LIMIT 2) AS two) AS latest
  WHERE client_facts.org_id = own.org_id AND client_facts.last_scan_at IS DISTINCT FROM latest.completed_at;--> statement-breakpoint
UPDATE client_facts SET currency = billed.currency
  FROM (SELECT client_id, min(item ->> 'currency') AS currency FROM subscriptions, jsonb_array_elements(items) AS item
        GROUP BY client_id HAVING count(DISTINCT item ->> 'currency') = 1) AS billed
  WHERE client_facts.org_id = billed.client_id;--> statement-breakpoint
ALTER TABLE score_runs FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE subscriptions FORCE ROW LEVEL SECURITY;
