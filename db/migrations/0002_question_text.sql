CREATE TYPE "public"."question_text" AS ENUM('redacted', 'topics');--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "question_text" "question_text" DEFAULT 'redacted' NOT NULL;