ALTER TABLE "idempotency_keys" RENAME COLUMN "carried_out" TO "committed";--> statement-breakpoint
ALTER TABLE "pages" RENAME COLUMN "thinned" TO "pruned";
