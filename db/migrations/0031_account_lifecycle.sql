CREATE TABLE "email_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"old_email" text NOT NULL,
	"new_email" text NOT NULL,
	"old_verified" boolean NOT NULL,
	"confirm_hash" text,
	"confirm_until" timestamp (3) with time zone NOT NULL,
	"request_undo_hash" text NOT NULL,
	"change_undo_hash" text,
	"undo_until" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_changes_confirmHash_unique" UNIQUE("confirm_hash"),
	CONSTRAINT "email_changes_requestUndoHash_unique" UNIQUE("request_undo_hash"),
	CONSTRAINT "email_changes_changeUndoHash_unique" UNIQUE("change_undo_hash")
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "require_two_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "verified_by_link" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_changes_user_id_created_at_index" ON "email_changes" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "email_changes_old_email_index" ON "email_changes" USING btree ("old_email");--> statement-breakpoint
CREATE INDEX "email_changes_undo_until_index" ON "email_changes" USING btree ("undo_until");--> statement-breakpoint
CREATE INDEX "security_events_actor" ON "security_events" USING btree ("actor") WHERE actor like '%@%';--> statement-breakpoint
CREATE INDEX "security_events_email" ON "security_events" USING btree ((details ->> 'email')) WHERE (details ->> 'email') is not null;