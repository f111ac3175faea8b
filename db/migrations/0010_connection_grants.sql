CREATE TABLE "connection_grants" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"sealed_tokens" text NOT NULL,
	"scopes" text[] NOT NULL,
	"refreshing_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "connection_grants_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "connection_grants" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "grant_id" uuid;--> statement-breakpoint
ALTER TABLE "connection_grants" ADD CONSTRAINT "connection_grants_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_client_id_grant_id_connection_grants_client_id_id_fk" FOREIGN KEY ("client_id","grant_id") REFERENCES "public"."connection_grants"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "one_client" ON "connection_grants" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "connection_grants" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);