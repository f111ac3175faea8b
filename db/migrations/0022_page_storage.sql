CREATE TABLE "page_storage" (
	"client_id" uuid NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "page_storage_client_id_pk" PRIMARY KEY("client_id")
);
--> statement-breakpoint
ALTER TABLE "page_storage" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "thinned" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "page_storage" ADD CONSTRAINT "page_storage_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "one_client" ON "page_storage" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "page_storage" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);