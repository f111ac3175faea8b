ALTER TABLE "client_facts" ADD COLUMN "steady_fall" double precision;--> statement-breakpoint
-- Of clients that were there before, the fall is known from their next scan on.
CREATE OR REPLACE FUNCTION keep_scan_facts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  today date := (now() AT TIME ZONE 'UTC')::date;
BEGIN
  PERFORM FROM client_facts WHERE org_id IN (SELECT client_id FROM written) ORDER BY org_id FOR NO KEY UPDATE;
  UPDATE client_facts AS kept SET
      dynamic_score = latest.scores[1],
      change = round((latest.scores[1] - latest.scores[2])::numeric, 1),
      steady_fall = CASE WHEN compared.scores[1] < compared.scores[2] AND compared.scores[2] < compared.scores[3]
          AND compared.scores[3] < compared.scores[4]
        THEN round((compared.scores[4] - compared.scores[1])::numeric, 1) END,
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
      -- Scans of the portal without scores of its own repeat what a pipeline sent. Few are read, however many there are.
      CROSS JOIN LATERAL (
        SELECT array_agg(dynamic_score ORDER BY completed_at DESC, id DESC) AS scores
        FROM (SELECT dynamic_score, completed_at, id
              FROM (SELECT dynamic_score, completed_at, id, source, components FROM score_runs WHERE client_id = arrived.client_id
                    ORDER BY completed_at DESC, id DESC LIMIT 40) AS recent
              WHERE dynamic_score IS NOT NULL AND (source = 'pipeline' OR jsonb_path_exists(components, '$[*].reason'))
              ORDER BY completed_at DESC, id DESC LIMIT 4) AS four) AS compared
    WHERE kept.org_id = arrived.client_id;
  RETURN NULL;
END $$;
