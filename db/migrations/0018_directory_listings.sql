CREATE TABLE "directory_listings" (
	"client_id" uuid NOT NULL,
	"directory" text NOT NULL,
	"brought_by" text NOT NULL,
	"listing" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "directory_listings_client_id_directory_pk" PRIMARY KEY("client_id","directory")
);
--> statement-breakpoint
ALTER TABLE "directory_listings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "directory_listings" ADD CONSTRAINT "directory_listings_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "one_client" ON "directory_listings" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "directory_listings" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);