ALTER TABLE "score_runs" ALTER COLUMN "raw_score" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "score_runs" ALTER COLUMN "dynamic_score" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "score_runs" ALTER COLUMN "confidence" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "data_limits" jsonb DEFAULT '{}'::jsonb NOT NULL;