CREATE TABLE "operator_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"hash" text NOT NULL,
	"scopes" "api_key_scope"[] NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "operator_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "support_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"operator_id" uuid,
	"session_id" text,
	"own_token" text NOT NULL,
	"reason" text NOT NULL,
	"writes" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "operator_keys" ADD CONSTRAINT "operator_keys_created_by_operators_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."operators"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_sessions" ADD CONSTRAINT "support_sessions_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_sessions" ADD CONSTRAINT "support_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_sessions" ADD CONSTRAINT "support_sessions_operator_id_operators_user_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_sessions" ADD CONSTRAINT "support_sessions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operator_keys_created_at_id_index" ON "operator_keys" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "operator_keys_created_by_index" ON "operator_keys" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "support_sessions_org_id_index" ON "support_sessions" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "support_sessions_user_id_created_at_index" ON "support_sessions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "support_sessions_operator_id_index" ON "support_sessions" USING btree ("operator_id");--> statement-breakpoint
CREATE INDEX "support_sessions_session_id_index" ON "support_sessions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "support_sessions_expires_at_index" ON "support_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "security_events_org_id_type_at_id_index" ON "security_events" USING btree ("org_id","type","at","id");--> statement-breakpoint
CREATE INDEX "operator_events_type_at_id_index" ON "operator_events" USING btree ("type","at","id");--> statement-breakpoint
CREATE INDEX "operator_events_actor_id_at_id_index" ON "operator_events" USING btree ("actor_id","at","id");