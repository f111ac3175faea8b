CREATE TABLE "search_daily" (
	"client_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"date" date NOT NULL,
	"query" text,
	"page" text,
	"clicks" integer NOT NULL,
	"impressions" integer NOT NULL,
	"position" double precision NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "search_daily_client_id_external_id_pk" PRIMARY KEY("client_id","external_id")
);
--> statement-breakpoint
ALTER TABLE "search_daily" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "search_daily" ADD CONSTRAINT "search_daily_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_daily_client_id_date_external_id_index" ON "search_daily" USING btree ("client_id","date","external_id");--> statement-breakpoint
CREATE POLICY "one_client" ON "search_daily" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "search_daily" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);