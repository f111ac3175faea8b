ALTER TABLE "stripe_events" ADD COLUMN "claimed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "insight_runs" ADD COLUMN "failure_kind" text;--> statement-breakpoint
ALTER TABLE "insight_runs" ADD COLUMN "upstream_status" integer;--> statement-breakpoint
ALTER TABLE "insight_runs" ADD COLUMN "request_id" text;