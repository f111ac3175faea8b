CREATE TABLE "idempotency_keys" (
	"client_id" uuid NOT NULL,
	"caller" uuid NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"claim" uuid NOT NULL,
	"worker" integer NOT NULL,
	"claimed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"status" smallint,
	"headers" jsonb,
	"answer" text,
	"bytes" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "idempotency_keys_client_id_caller_key_pk" PRIMARY KEY("client_id","caller","key")
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_client_id_organizations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_client_id_bytes_index" ON "idempotency_keys" USING btree ("client_id","bytes");--> statement-breakpoint
CREATE INDEX "idempotency_keys_claimed_at_index" ON "idempotency_keys" USING btree ("claimed_at");--> statement-breakpoint
CREATE POLICY "one_client" ON "idempotency_keys" AS PERMISSIVE FOR ALL TO "portal_tenant" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "all_clients" ON "idempotency_keys" AS PERMISSIVE FOR ALL TO "portal_maintenance" USING (true) WITH CHECK (true);