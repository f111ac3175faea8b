CREATE TYPE "public"."connection_status" AS ENUM('connected', 'needs_attention', 'revoked', 'quota', 'no_access');--> statement-breakpoint
CREATE TABLE "connections" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"label" text NOT NULL,
	"property" text NOT NULL,
	"url" text,
	"sealed_credential" text,
	"managed_by" text DEFAULT 'client' NOT NULL,
	"status" "connection_status" DEFAULT 'connected' NOT NULL,
	"problem" text,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"failures" smallint DEFAULT 0 NOT NULL,
	"last_sync_at" timestamp (3) with time zone,
	"next_sync_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"past_day" date,
	"past_until" date,
	"first_day" date,
	"last_day" date,
	"rows" integer DEFAULT 0 NOT NULL,
	"lease" uuid,
	"leased_until" timestamp (3) with time zone,
	"tell_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "connections_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "connections_clientId_kind_unique" UNIQUE("client_id","kind")
);
--> statement-breakpoint
ALTER TABLE "connections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connections_next_sync_at_index" ON "connections" USING btree ("next_sync_at");--> statement-breakpoint
CREATE INDEX "connections_past" ON "connections" USING btree ("leased_until") WHERE past_day is not null;--> statement-breakpoint
CREATE INDEX "connections_tell_at_index" ON "connections" USING btree ("tell_at") WHERE tell_at is not null;--> statement-breakpoint
CREATE POLICY "one_client" ON "connections" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "connections" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);