CREATE TYPE "public"."export_status" AS ENUM('pending', 'running', 'ready', 'failed');--> statement-breakpoint
CREATE TABLE "client_erasures" (
	"org_id" uuid PRIMARY KEY NOT NULL,
	"asked_by" uuid,
	"status_before" "client_status" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"erase_at" timestamp (3) with time zone NOT NULL,
	"begun_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "client_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"requested_by" uuid,
	"page" text NOT NULL,
	"status" "export_status" DEFAULT 'pending' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"file" text NOT NULL,
	"bytes" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "client_erasures" ADD CONSTRAINT "client_erasures_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_exports" ADD CONSTRAINT "client_exports_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "client_erasures_erase_at_index" ON "client_erasures" USING btree ("erase_at");--> statement-breakpoint
CREATE INDEX "client_exports_org_id_created_at_id_index" ON "client_exports" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "client_exports_under_way" ON "client_exports" USING btree ("org_id") WHERE status in ('pending', 'running');--> statement-breakpoint
CREATE INDEX "client_exports_expires_at_index" ON "client_exports" USING btree ("expires_at");