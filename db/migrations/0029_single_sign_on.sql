CREATE TABLE "identities" (
	"org_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identities_org_id_issuer_subject_pk" PRIMARY KEY("org_id","issuer","subject"),
	CONSTRAINT "identities_orgId_userId_unique" UNIQUE("org_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "identity_providers" (
	"org_id" uuid PRIMARY KEY NOT NULL,
	"revision" uuid NOT NULL,
	"issuer" text NOT NULL,
	"registered_client" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"default_role" "role" NOT NULL,
	"enforce" boolean DEFAULT false NOT NULL,
	"tried_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_providers_revision_unique" UNIQUE("revision")
);
--> statement-breakpoint
CREATE TABLE "org_domains" (
	"org_id" uuid NOT NULL,
	"domain" text NOT NULL,
	"challenge" text NOT NULL,
	"proved_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"problem" text,
	"missing_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "org_domains_org_id_domain_pk" PRIMARY KEY("org_id","domain")
);
--> statement-breakpoint
CREATE TABLE "removed_members" (
	"org_id" uuid NOT NULL,
	"mark_hash" text NOT NULL,
	"user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "removed_members_org_id_mark_hash_pk" PRIMARY KEY("org_id","mark_hash")
);
--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_providers" ADD CONSTRAINT "identity_providers_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "org_domains" ADD CONSTRAINT "org_domains_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_members" ADD CONSTRAINT "removed_members_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_members" ADD CONSTRAINT "removed_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "identities_user_id_index" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "org_domains_proved" ON "org_domains" USING btree ("domain") WHERE "org_domains"."proved_at" is not null;--> statement-breakpoint
CREATE INDEX "org_domains_due" ON "org_domains" USING btree ("checked_at") WHERE "org_domains"."proved_at" is not null;--> statement-breakpoint
CREATE INDEX "removed_members_user_id_index" ON "removed_members" USING btree ("user_id");