CREATE TYPE "public"."grant_scope" AS ENUM('read', 'write');--> statement-breakpoint
CREATE TYPE "public"."grant_token_kind" AS ENUM('code', 'access', 'refresh');--> statement-breakpoint
CREATE TABLE "assistant_grants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"org_id" uuid NOT NULL,
	"assistant_id" text NOT NULL,
	"redirect_host" text NOT NULL,
	"scopes" "grant_scope"[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "assistant_grants_orgId_userId_assistantId_unique" UNIQUE("org_id","user_id","assistant_id")
);
--> statement-breakpoint
CREATE TABLE "assistants" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"redirect_uris" text[] NOT NULL,
	"documented" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "grant_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"kind" "grant_token_kind" NOT NULL,
	"grant_id" uuid NOT NULL,
	"family" uuid NOT NULL,
	"redirect_uri" text,
	"challenge" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp (3) with time zone,
	"valid_until" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "assistant_grants" ADD CONSTRAINT "assistant_grants_assistant_id_assistants_id_fk" FOREIGN KEY ("assistant_id") REFERENCES "public"."assistants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_grants" ADD CONSTRAINT "assistant_grants_org_id_user_id_memberships_org_id_user_id_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."memberships"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_tokens" ADD CONSTRAINT "grant_tokens_grant_id_assistant_grants_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."assistant_grants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assistant_grants_user_id_created_at_index" ON "assistant_grants" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "assistant_grants_org_id_created_at_index" ON "assistant_grants" USING btree ("org_id","created_at");--> statement-breakpoint
CREATE INDEX "assistant_grants_assistant_id_index" ON "assistant_grants" USING btree ("assistant_id");--> statement-breakpoint
CREATE INDEX "assistants_seen_at_index" ON "assistants" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "grant_tokens_grant_id_index" ON "grant_tokens" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "grant_tokens_family_index" ON "grant_tokens" USING btree ("family");--> statement-breakpoint
CREATE INDEX "grant_tokens_expires_at_index" ON "grant_tokens" USING btree ("expires_at");