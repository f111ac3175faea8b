ALTER TABLE "measurements" ADD COLUMN "left_out" text;--> statement-breakpoint
ALTER TABLE "measurements" ADD COLUMN "left_out_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "measurements" ADD COLUMN "tell_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "measurements_to_tell" ON "measurements" USING btree ("tell_at") WHERE tell_at is not null;