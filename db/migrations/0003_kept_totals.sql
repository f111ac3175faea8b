-- The history's total is kept, not counted: whatever completes, adds or removes runs keeps it exact, in the same
-- statement. Statement-level, so that a hundred thousand rows at once touch a total once.
CREATE FUNCTION keep_insight_run_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO insight_run_totals AS kept (client_id, total)
      SELECT client_id, count(*) FROM added WHERE completed_at IS NOT NULL GROUP BY client_id ORDER BY client_id
      ON CONFLICT (client_id) DO UPDATE SET total = kept.total + excluded.total;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO insight_run_totals AS kept (client_id, total)
      SELECT added.client_id, count(*) FROM added JOIN removed USING (client_id, id)
      WHERE added.completed_at IS NOT NULL AND removed.completed_at IS NULL GROUP BY added.client_id ORDER BY added.client_id
      ON CONFLICT (client_id) DO UPDATE SET total = kept.total + excluded.total;
  ELSE
    UPDATE insight_run_totals AS kept SET total = kept.total - gone.runs
      FROM (SELECT client_id, count(*) AS runs FROM removed WHERE completed_at IS NOT NULL GROUP BY client_id) AS gone
      WHERE kept.client_id = gone.client_id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER insight_runs_added AFTER INSERT ON insight_runs
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_insight_run_totals();--> statement-breakpoint
CREATE TRIGGER insight_runs_completed AFTER UPDATE ON insight_runs
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_insight_run_totals();--> statement-breakpoint
CREATE TRIGGER insight_runs_removed AFTER DELETE ON insight_runs
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_insight_run_totals();
