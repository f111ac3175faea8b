CREATE TABLE "operator_grants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account" text,
	"sealed_credential" text NOT NULL,
	"scopes" text[],
	"refreshing_until" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "operator_grants_account_unique" UNIQUE("account")
);
--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "operator_grant_id" uuid;--> statement-breakpoint
CREATE INDEX "connections_operator_grant_id_client_id_id_index" ON "connections" USING btree ("operator_grant_id","client_id","id") WHERE operator_grant_id is not null;