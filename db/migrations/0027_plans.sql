CREATE TABLE "plans" (
	"place" smallint PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"tier" text,
	"prompts" integer,
	"monthly_answers" integer,
	"members" integer,
	"connections" integer,
	"reports_a_month" integer,
	"features" "client_module"[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "grants" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "client_reports" ADD COLUMN "counted_at" timestamp (3) with time zone;