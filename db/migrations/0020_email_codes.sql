CREATE TABLE "email_codes" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "email_codes" ADD CONSTRAINT "email_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_codes_user_id_index" ON "email_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "email_codes_expires_at_index" ON "email_codes" USING btree ("expires_at");