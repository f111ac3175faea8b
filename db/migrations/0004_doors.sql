CREATE TYPE "public"."client_module" AS ENUM('visibility', 'competitors', 'ai_search', 'listings', 'plan', 'website', 'search', 'reviews', 'social', 'insights', 'goals', 'tasks', 'content', 'reports', 'billing', 'developer');--> statement-breakpoint
CREATE TABLE "pending_authenticators" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_secrets" (
	"hash" text PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- Codes can be sealed only by whoever knows them: people make new ones.
DELETE FROM "backup_codes";--> statement-breakpoint
ALTER TABLE "backup_codes" DROP CONSTRAINT "backup_codes_user_id_hash_pk";--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "modules" "client_module"[];--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "unsent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "backup_codes" ADD COLUMN "id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "backup_codes" ADD COLUMN "sealed_hash" text NOT NULL;--> statement-breakpoint
ALTER TABLE "backup_codes" ADD CONSTRAINT "backup_codes_user_id_id_pk" PRIMARY KEY("user_id","id");--> statement-breakpoint
ALTER TABLE "pending_authenticators" ADD CONSTRAINT "pending_authenticators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backup_codes" DROP COLUMN "hash";