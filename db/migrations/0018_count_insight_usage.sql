-- Questions and tokens of a month are counted, like the history's total, in the statement that finishes a run. A run that
-- is written twice is counted once. The triggers run after those of the totals, whose rows are locked first.
CREATE FUNCTION count_insight_usage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO insight_usage AS kept (client_id, month, questions, tokens, tokens_input, tokens_output)
      SELECT client_id, date_trunc('month', started_at AT TIME ZONE 'UTC')::date, count(*), sum(tokens_used),
        coalesce(sum(tokens_input), 0), coalesce(sum(tokens_output), 0)
      FROM added WHERE completed_at IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (client_id, month) DO UPDATE SET questions = kept.questions + excluded.questions,
        tokens = kept.tokens + excluded.tokens, tokens_input = kept.tokens_input + excluded.tokens_input,
        tokens_output = kept.tokens_output + excluded.tokens_output;
  ELSE
    INSERT INTO insight_usage AS kept (client_id, month, questions, tokens, tokens_input, tokens_output)
      SELECT added.client_id, date_trunc('month', added.started_at AT TIME ZONE 'UTC')::date, count(*), sum(added.tokens_used),
        coalesce(sum(added.tokens_input), 0), coalesce(sum(added.tokens_output), 0)
      FROM added JOIN removed USING (client_id, id)
      WHERE added.completed_at IS NOT NULL AND removed.completed_at IS NULL GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (client_id, month) DO UPDATE SET questions = kept.questions + excluded.questions,
        tokens = kept.tokens + excluded.tokens, tokens_input = kept.tokens_input + excluded.tokens_input,
        tokens_output = kept.tokens_output + excluded.tokens_output;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER insight_runs_usage_added AFTER INSERT ON insight_runs
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_insight_usage();--> statement-breakpoint
CREATE TRIGGER insight_runs_usage_completed AFTER UPDATE ON insight_runs
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_insight_usage();--> statement-breakpoint
-- The runs of before: the owner of the table reads them where row-level security is not forced.
ALTER TABLE insight_runs NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO insight_usage (client_id, month, questions, tokens, tokens_input, tokens_output)
  SELECT client_id, date_trunc('month', started_at AT TIME ZONE 'UTC')::date, count(*), sum(tokens_used), 0, 0
  FROM insight_runs WHERE completed_at IS NOT NULL GROUP BY 1, 2;--> statement-breakpoint
ALTER TABLE insight_runs FORCE ROW LEVEL SECURITY;
