-- The schema of the first release, by domain. The roles portal_tenant and portal_maintenance exist before any migration, and
-- each start forces row-level security and grants what they may (db/access.ts), so that a restored dump has both as well.

-- Accounts: organizations, their people, and how these sign in.
CREATE TYPE api_key_scope AS ENUM('ingest', 'read');--> statement-breakpoint
CREATE TYPE client_status AS ENUM('active', 'suspended', 'erasing');--> statement-breakpoint
CREATE TYPE role AS ENUM('admin', 'member');--> statement-breakpoint
CREATE TYPE token_kind AS ENUM('email_verification', 'password_reset', 'second_factor');--> statement-breakpoint

CREATE TABLE api_keys (
  id uuid PRIMARY KEY NOT NULL,
  org_id uuid NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  hash text NOT NULL,
  scopes api_key_scope[] NOT NULL,
  created_by uuid,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  CONSTRAINT api_keys_hash_unique UNIQUE (hash)
);--> statement-breakpoint

CREATE TABLE known_device_failures (
  email text NOT NULL,
  device text NOT NULL,
  count integer NOT NULL,
  last_at timestamptz(3) DEFAULT now() NOT NULL,
  CONSTRAINT known_device_failures_email_device_pk PRIMARY KEY (email, device)
);--> statement-breakpoint

CREATE TABLE memberships (
  id uuid PRIMARY KEY NOT NULL,
  org_id uuid NOT NULL,
  user_id uuid NOT NULL,
  role role DEFAULT 'member' NOT NULL,
  last_used_at timestamptz(3) DEFAULT now() NOT NULL,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  CONSTRAINT "memberships_orgId_userId_unique" UNIQUE (org_id, user_id)
);--> statement-breakpoint

CREATE TABLE one_time_tokens (
  hash text PRIMARY KEY NOT NULL,
  kind token_kind NOT NULL,
  user_id uuid NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT "one_time_tokens_userId_kind_unique" UNIQUE (user_id, kind)
);--> statement-breakpoint

CREATE TABLE organizations (
  id uuid PRIMARY KEY NOT NULL,
  name text NOT NULL,
  vertical text,
  website text,
  timezone text DEFAULT 'UTC' NOT NULL,
  address text,
  phone text,
  scores_version bigint DEFAULT 0 NOT NULL,
  facts_version bigint DEFAULT 0 NOT NULL,
  status client_status DEFAULT 'active' NOT NULL,
  require_two_factor boolean DEFAULT false NOT NULL,
  notes text,
  monthly_token_budget bigint,
  last_active_at timestamptz(3),
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  updated_at timestamptz(3) DEFAULT now() NOT NULL
);--> statement-breakpoint
ALTER TABLE organizations ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE TABLE security_events (
  id uuid PRIMARY KEY NOT NULL,
  at timestamptz(3) DEFAULT now() NOT NULL,
  type text NOT NULL,
  user_id uuid,
  org_id uuid,
  actor text,
  ip_address text NOT NULL,
  user_agent text NOT NULL,
  details jsonb DEFAULT '{}'::jsonb NOT NULL
);--> statement-breakpoint
ALTER TABLE security_events ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE TABLE sessions (
  id text PRIMARY KEY NOT NULL,
  public_id uuid NOT NULL,
  user_id uuid NOT NULL,
  org_id uuid NOT NULL,
  ip_address text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  signed_in_at timestamptz(3) DEFAULT now() NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT "sessions_publicId_unique" UNIQUE (public_id)
);--> statement-breakpoint

CREATE TABLE sign_in_failures (
  email text PRIMARY KEY NOT NULL,
  count integer NOT NULL,
  last_at timestamptz(3) DEFAULT now() NOT NULL
);--> statement-breakpoint

CREATE TABLE users (
  id uuid PRIMARY KEY NOT NULL,
  email text NOT NULL,
  email_verified boolean DEFAULT false NOT NULL,
  verified_by_link boolean DEFAULT false NOT NULL,
  password_hash text NOT NULL,
  name text,
  phone text,
  job_title text,
  avatar_url text,
  timezone text,
  locale text,
  locked_at timestamptz(3),
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  updated_at timestamptz(3) DEFAULT now() NOT NULL,
  CONSTRAINT users_email_unique UNIQUE (email)
);--> statement-breakpoint

CREATE TABLE email_changes (
  id uuid PRIMARY KEY NOT NULL,
  user_id uuid NOT NULL,
  old_email text NOT NULL,
  new_email text NOT NULL,
  old_verified boolean NOT NULL,
  confirm_hash text,
  confirm_until timestamptz(3) NOT NULL,
  request_undo_hash text NOT NULL,
  change_undo_hash text,
  undo_until timestamptz(3) NOT NULL,
  confirmed_at timestamptz(3),
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  CONSTRAINT "email_changes_confirmHash_unique" UNIQUE (confirm_hash),
  CONSTRAINT "email_changes_requestUndoHash_unique" UNIQUE (request_undo_hash),
  CONSTRAINT "email_changes_changeUndoHash_unique" UNIQUE (change_undo_hash)
);--> statement-breakpoint

CREATE TABLE invitations (
  id uuid PRIMARY KEY NOT NULL,
  org_id uuid NOT NULL,
  email text NOT NULL,
  role role NOT NULL,
  token_hash text NOT NULL,
  invited_by uuid,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT "invitations_tokenHash_unique" UNIQUE (token_hash),
  CONSTRAINT "invitations_orgId_email_unique" UNIQUE (org_id, email)
);--> statement-breakpoint

CREATE TABLE authenticators (
  user_id uuid PRIMARY KEY NOT NULL,
  secret text NOT NULL,
  last_step bigint,
  confirmed_at timestamptz(3),
  failures integer DEFAULT 0 NOT NULL,
  failures_since timestamptz(3) DEFAULT now() NOT NULL,
  created_at timestamptz(3) DEFAULT now() NOT NULL
);--> statement-breakpoint

CREATE TABLE backup_codes (
  user_id uuid NOT NULL,
  hash text NOT NULL,
  CONSTRAINT backup_codes_user_id_hash_pk PRIMARY KEY (user_id, hash)
);--> statement-breakpoint

ALTER TABLE api_keys ADD CONSTRAINT api_keys_org_id_organizations_id_fk
  FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE api_keys ADD CONSTRAINT api_keys_created_by_users_id_fk
  FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE memberships ADD CONSTRAINT memberships_org_id_organizations_id_fk
  FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE memberships ADD CONSTRAINT memberships_user_id_users_id_fk
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE one_time_tokens ADD CONSTRAINT one_time_tokens_user_id_users_id_fk
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE security_events ADD CONSTRAINT security_events_user_id_users_id_fk
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE security_events ADD CONSTRAINT security_events_org_id_organizations_id_fk
  FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE sessions ADD CONSTRAINT sessions_user_id_users_id_fk
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE sessions ADD CONSTRAINT sessions_org_id_organizations_id_fk
  FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE email_changes ADD CONSTRAINT email_changes_user_id_users_id_fk
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE invitations ADD CONSTRAINT invitations_org_id_organizations_id_fk
  FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE invitations ADD CONSTRAINT invitations_invited_by_users_id_fk
  FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE authenticators ADD CONSTRAINT authenticators_user_id_users_id_fk
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE backup_codes ADD CONSTRAINT backup_codes_user_id_authenticators_user_id_fk
  FOREIGN KEY (user_id) REFERENCES authenticators(user_id) ON DELETE CASCADE;--> statement-breakpoint

CREATE INDEX api_keys_org_id_created_at_index ON api_keys (org_id, created_at);--> statement-breakpoint
CREATE INDEX api_keys_created_by_index ON api_keys (created_by);--> statement-breakpoint
CREATE INDEX memberships_user_id_index ON memberships (user_id);--> statement-breakpoint
CREATE INDEX one_time_tokens_expires_at_index ON one_time_tokens (expires_at);--> statement-breakpoint
CREATE INDEX organizations_timezone_id_index ON organizations (timezone, id);--> statement-breakpoint
CREATE INDEX organizations_name ON organizations (lower(name),id);--> statement-breakpoint
CREATE INDEX organizations_last_active ON organizations ((coalesce(last_active_at, '1900-01-01T00:00:00Z')),id);--> statement-breakpoint
CREATE INDEX organizations_status_index ON organizations (status);--> statement-breakpoint
CREATE INDEX security_events_user_id_at_id_index ON security_events (user_id, at, id);--> statement-breakpoint
CREATE INDEX security_events_org_id_at_id_index ON security_events (org_id, at, id);--> statement-breakpoint
CREATE INDEX security_events_org_id_type_at_id_index ON security_events (org_id, type, at, id);--> statement-breakpoint
CREATE INDEX security_events_org_actor ON security_events (org_id, actor, at, id) WHERE security_events.actor is not null;--> statement-breakpoint
CREATE INDEX security_events_actor ON security_events (actor) WHERE actor like '%@%';--> statement-breakpoint
CREATE INDEX security_events_email ON security_events ((details ->> 'email')) WHERE (details ->> 'email') is not null;--> statement-breakpoint
CREATE INDEX security_events_at_index ON security_events USING brin (at);--> statement-breakpoint
CREATE INDEX sessions_user_id_created_at_index ON sessions (user_id, created_at);--> statement-breakpoint
CREATE INDEX sessions_org_id_index ON sessions (org_id);--> statement-breakpoint
CREATE INDEX sessions_expires_at_index ON sessions (expires_at);--> statement-breakpoint
CREATE INDEX email_changes_user_id_created_at_index ON email_changes (user_id, created_at);--> statement-breakpoint
CREATE INDEX email_changes_old_email_index ON email_changes (old_email);--> statement-breakpoint
CREATE INDEX email_changes_undo_until_index ON email_changes (undo_until);--> statement-breakpoint
CREATE INDEX invitations_invited_by_index ON invitations (invited_by);--> statement-breakpoint
CREATE INDEX invitations_expires_at_index ON invitations (expires_at);--> statement-breakpoint

CREATE POLICY one_client ON organizations TO portal_tenant
  USING (id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON organizations TO portal_maintenance USING (true);--> statement-breakpoint
CREATE POLICY one_client ON security_events TO portal_tenant
  USING (org_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (org_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON security_events TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint

-- Operators: who runs the portal, support sessions, and what is kept for a client as a whole.
CREATE TYPE export_status AS ENUM('pending', 'running', 'ready', 'failed');--> statement-breakpoint
CREATE TYPE platform_role AS ENUM('operator', 'support');--> statement-breakpoint

CREATE TABLE brandings (
  org_id uuid PRIMARY KEY NOT NULL,
  name text,
  color text,
  logo text,
  updated_at timestamptz(3) DEFAULT now() NOT NULL
);--> statement-breakpoint

CREATE TABLE client_erasures (
  org_id uuid PRIMARY KEY NOT NULL,
  asked_by uuid,
  status_before client_status NOT NULL,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  erase_at timestamptz(3) NOT NULL,
  begun_at timestamptz(3)
);--> statement-breakpoint

CREATE TABLE client_exports (
  id uuid PRIMARY KEY NOT NULL,
  org_id uuid NOT NULL,
  requested_by uuid,
  page text NOT NULL,
  status export_status DEFAULT 'pending' NOT NULL,
  attempts smallint DEFAULT 0 NOT NULL,
  file text NOT NULL,
  bytes bigint,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  expires_at timestamptz(3)
);--> statement-breakpoint

CREATE TABLE operator_events (
  id uuid PRIMARY KEY NOT NULL,
  at timestamptz(3) DEFAULT now() NOT NULL,
  type text NOT NULL,
  actor_id uuid,
  org_id uuid,
  user_id uuid,
  ip_address text
);--> statement-breakpoint

CREATE TABLE operator_keys (
  id uuid PRIMARY KEY NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  hash text NOT NULL,
  scopes api_key_scope[] NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  CONSTRAINT operator_keys_hash_unique UNIQUE (hash)
);--> statement-breakpoint

CREATE TABLE operator_reasons (
  event_id uuid NOT NULL,
  org_id uuid,
  user_id uuid,
  reason text NOT NULL,
  CONSTRAINT operator_reasons_event_id_pk PRIMARY KEY (event_id)
);--> statement-breakpoint

CREATE TABLE operators (
  user_id uuid PRIMARY KEY NOT NULL,
  role platform_role NOT NULL,
  created_at timestamptz(3) DEFAULT now() NOT NULL
);--> statement-breakpoint

CREATE TABLE support_sessions (
  id text PRIMARY KEY NOT NULL,
  org_id uuid NOT NULL,
  user_id uuid NOT NULL,
  operator_id uuid,
  session_id text,
  own_token text NOT NULL,
  reason text NOT NULL,
  writes boolean NOT NULL,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  expires_at timestamptz(3) NOT NULL
);--> statement-breakpoint

ALTER TABLE brandings ADD CONSTRAINT brandings_org_id_organizations_id_fk
  FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE client_erasures ADD CONSTRAINT client_erasures_org_id_organizations_id_fk
  FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE client_exports ADD CONSTRAINT client_exports_org_id_organizations_id_fk
  FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE operator_keys ADD CONSTRAINT operator_keys_created_by_operators_user_id_fk
  FOREIGN KEY (created_by) REFERENCES operators(user_id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE operators ADD CONSTRAINT operators_user_id_users_id_fk
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE support_sessions ADD CONSTRAINT support_sessions_org_id_organizations_id_fk
  FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE support_sessions ADD CONSTRAINT support_sessions_user_id_users_id_fk
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE support_sessions ADD CONSTRAINT support_sessions_operator_id_operators_user_id_fk
  FOREIGN KEY (operator_id) REFERENCES operators(user_id) ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE support_sessions ADD CONSTRAINT support_sessions_session_id_sessions_id_fk
  FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE SET NULL;--> statement-breakpoint

CREATE INDEX client_erasures_erase_at_index ON client_erasures (erase_at);--> statement-breakpoint
CREATE INDEX client_exports_org_id_created_at_id_index ON client_exports (org_id, created_at, id);--> statement-breakpoint
CREATE UNIQUE INDEX client_exports_under_way ON client_exports (org_id) WHERE status in ('pending', 'running');--> statement-breakpoint
CREATE INDEX client_exports_expires_at_index ON client_exports (expires_at);--> statement-breakpoint
CREATE INDEX operator_events_at_id_index ON operator_events (at, id);--> statement-breakpoint
CREATE INDEX operator_events_type_at_id_index ON operator_events (type, at, id);--> statement-breakpoint
CREATE INDEX operator_events_actor_id_at_id_index ON operator_events (actor_id, at, id);--> statement-breakpoint
CREATE INDEX operator_keys_created_at_id_index ON operator_keys (created_at, id);--> statement-breakpoint
CREATE INDEX operator_keys_created_by_index ON operator_keys (created_by);--> statement-breakpoint
CREATE INDEX operator_reasons_org_id_index ON operator_reasons (org_id);--> statement-breakpoint
CREATE INDEX operator_reasons_user_id_index ON operator_reasons (user_id);--> statement-breakpoint
CREATE INDEX support_sessions_org_id_index ON support_sessions (org_id);--> statement-breakpoint
CREATE INDEX support_sessions_user_id_created_at_index ON support_sessions (user_id, created_at);--> statement-breakpoint
CREATE INDEX support_sessions_operator_id_index ON support_sessions (operator_id);--> statement-breakpoint
CREATE INDEX support_sessions_session_id_index ON support_sessions (session_id);--> statement-breakpoint
CREATE INDEX support_sessions_expires_at_index ON support_sessions (expires_at);--> statement-breakpoint

-- Limits: counters of calls, and keys of requests that may be sent again.
CREATE TABLE idempotency_keys (
  client_id uuid NOT NULL,
  caller uuid NOT NULL,
  key text NOT NULL,
  fingerprint text NOT NULL,
  claim uuid NOT NULL,
  worker integer NOT NULL,
  claimed_at timestamptz(3) DEFAULT now() NOT NULL,
  carried_out boolean DEFAULT false NOT NULL,
  status smallint,
  headers jsonb,
  answer text,
  bytes integer DEFAULT 0 NOT NULL,
  CONSTRAINT idempotency_keys_client_id_caller_key_pk PRIMARY KEY (client_id, caller, key)
);--> statement-breakpoint
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE TABLE rate_limits (
  key text PRIMARY KEY NOT NULL,
  hits bigint NOT NULL,
  resets_at timestamptz(3) NOT NULL
);--> statement-breakpoint

ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint

CREATE INDEX idempotency_keys_client_id_bytes_index ON idempotency_keys (client_id, bytes);--> statement-breakpoint
CREATE INDEX idempotency_keys_claimed_at_index ON idempotency_keys (claimed_at);--> statement-breakpoint
CREATE INDEX rate_limits_resets_at_index ON rate_limits (resets_at);--> statement-breakpoint

CREATE POLICY one_client ON idempotency_keys TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON idempotency_keys TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint

-- Counters of rate limits are written on every request and worth nothing after a crash.
ALTER TABLE rate_limits SET UNLOGGED;--> statement-breakpoint

-- Records: what people have changed of that which pipelines send.
CREATE TYPE people_change_action AS ENUM('created', 'updated', 'deleted');--> statement-breakpoint

CREATE TABLE people_changes (
  client_id uuid NOT NULL,
  position bigint NOT NULL,
  at timestamptz(3) NOT NULL,
  user_id uuid NOT NULL,
  action people_change_action NOT NULL,
  type text NOT NULL,
  external_id text NOT NULL,
  record_id uuid NOT NULL,
  fields jsonb NOT NULL,
  CONSTRAINT people_changes_client_id_position_pk PRIMARY KEY (client_id, position)
);--> statement-breakpoint
ALTER TABLE people_changes ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

ALTER TABLE people_changes ADD CONSTRAINT people_changes_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint

CREATE POLICY one_client ON people_changes TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON people_changes TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint

-- Visibility: scans, their evidence, reviews, social profiles, and what people decided about recommendations.
CREATE TYPE scan_entry_type AS ENUM('recommendation', 'action_plan_item');--> statement-breakpoint

CREATE TABLE aeo_answers (
  client_id uuid NOT NULL,
  run_id uuid NOT NULL,
  number integer NOT NULL,
  engine text NOT NULL,
  prompt text NOT NULL,
  asked_at timestamptz(3) NOT NULL,
  mentioned boolean NOT NULL,
  position integer,
  sentiment double precision,
  citations jsonb NOT NULL,
  competitors jsonb NOT NULL,
  excerpt text,
  CONSTRAINT aeo_answers_client_id_run_id_number_pk PRIMARY KEY (client_id, run_id, number)
);--> statement-breakpoint
ALTER TABLE aeo_answers ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE TABLE aeo_evidence (
  client_id uuid NOT NULL,
  run_id uuid NOT NULL,
  completed_at timestamptz(3) NOT NULL,
  visibility_score double precision NOT NULL,
  answers integer NOT NULL,
  mentions integer NOT NULL,
  engines jsonb NOT NULL,
  citations integer,
  sources jsonb NOT NULL,
  CONSTRAINT aeo_evidence_client_id_run_id_pk PRIMARY KEY (client_id, run_id)
);--> statement-breakpoint
ALTER TABLE aeo_evidence ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE TABLE scan_decisions (
  client_id uuid NOT NULL,
  type scan_entry_type NOT NULL,
  external_id text NOT NULL,
  status text NOT NULL,
  decided_at timestamptz(3) NOT NULL,
  CONSTRAINT scan_decisions_client_id_type_external_id_pk PRIMARY KEY (client_id, type, external_id)
);--> statement-breakpoint
ALTER TABLE scan_decisions ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE TABLE reviews (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  external_id text NOT NULL,
  source text NOT NULL,
  rating double precision NOT NULL,
  text text,
  author_name text,
  published_at timestamptz(3) NOT NULL,
  responded boolean NOT NULL,
  updated_at timestamptz(3) DEFAULT now() NOT NULL,
  CONSTRAINT reviews_client_id_id_pk PRIMARY KEY (client_id, id),
  CONSTRAINT "reviews_clientId_externalId_unique" UNIQUE (client_id, external_id)
);--> statement-breakpoint
ALTER TABLE reviews ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE TABLE score_runs (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  external_id text NOT NULL,
  completed_at timestamptz(3) NOT NULL,
  raw_score double precision NOT NULL,
  dynamic_score double precision NOT NULL,
  confidence double precision NOT NULL,
  tiers jsonb NOT NULL,
  components jsonb NOT NULL,
  parts jsonb NOT NULL,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  updated_at timestamptz(3) DEFAULT now() NOT NULL,
  CONSTRAINT score_runs_client_id_id_pk PRIMARY KEY (client_id, id),
  CONSTRAINT "score_runs_clientId_externalId_unique" UNIQUE (client_id, external_id)
);--> statement-breakpoint
ALTER TABLE score_runs ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE TABLE social_profiles (
  client_id uuid NOT NULL,
  external_id text NOT NULL,
  platform text NOT NULL,
  handle text NOT NULL,
  url text NOT NULL,
  followers bigint NOT NULL,
  followers_change bigint NOT NULL,
  posts bigint NOT NULL,
  reach bigint NOT NULL,
  impressions bigint NOT NULL,
  engagement bigint NOT NULL,
  engagement_rate double precision NOT NULL,
  as_of timestamptz(3) NOT NULL,
  updated_at timestamptz(3) DEFAULT now() NOT NULL,
  CONSTRAINT social_profiles_client_id_external_id_pk PRIMARY KEY (client_id, external_id)
);--> statement-breakpoint
ALTER TABLE social_profiles ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

ALTER TABLE aeo_answers ADD CONSTRAINT aeo_answers_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE aeo_answers ADD CONSTRAINT aeo_answers_client_id_run_id_aeo_evidence_client_id_run_id_fk
  FOREIGN KEY (client_id,run_id) REFERENCES aeo_evidence(client_id,run_id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE aeo_evidence ADD CONSTRAINT aeo_evidence_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE aeo_evidence ADD CONSTRAINT aeo_evidence_client_id_run_id_score_runs_client_id_id_fk
  FOREIGN KEY (client_id,run_id) REFERENCES score_runs(client_id,id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE scan_decisions ADD CONSTRAINT scan_decisions_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE reviews ADD CONSTRAINT reviews_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE score_runs ADD CONSTRAINT score_runs_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE social_profiles ADD CONSTRAINT social_profiles_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint

CREATE INDEX aeo_evidence_client_id_completed_at_run_id_index ON aeo_evidence (client_id, completed_at, run_id);--> statement-breakpoint
CREATE INDEX reviews_client_id_published_at_id_index ON reviews (client_id, published_at, id);--> statement-breakpoint
CREATE INDEX score_runs_client_id_completed_at_id_index ON score_runs (client_id, completed_at, id);--> statement-breakpoint
CREATE INDEX social_profiles_client_id_platform_handle_as_of_index ON social_profiles (client_id, platform, handle, as_of);--> statement-breakpoint

CREATE POLICY one_client ON aeo_answers TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON aeo_answers TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY one_client ON aeo_evidence TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON aeo_evidence TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY one_client ON scan_decisions TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON scan_decisions TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY one_client ON reviews TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON reviews TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY one_client ON score_runs TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON score_runs TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY one_client ON social_profiles TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON social_profiles TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint

-- Analytics: the website, its traffic, and what each page brings.
CREATE TABLE page_performance (
  client_id uuid NOT NULL,
  external_id text NOT NULL,
  page_id uuid NOT NULL,
  date date NOT NULL,
  views integer NOT NULL,
  engagement_rate double precision NOT NULL,
  avg_time_on_page_seconds double precision NOT NULL,
  conversions numeric(14, 2) NOT NULL,
  citations integer,
  score_before double precision,
  score_after double precision,
  updated_at timestamptz(3) DEFAULT now() NOT NULL,
  CONSTRAINT page_performance_client_id_external_id_pk PRIMARY KEY (client_id, external_id)
);--> statement-breakpoint
ALTER TABLE page_performance ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE TABLE traffic_hourly (
  client_id uuid NOT NULL,
  external_id text NOT NULL,
  at timestamptz(3) NOT NULL,
  sessions integer NOT NULL,
  updated_at timestamptz(3) DEFAULT now() NOT NULL,
  CONSTRAINT traffic_hourly_client_id_external_id_pk PRIMARY KEY (client_id, external_id)
);--> statement-breakpoint
ALTER TABLE traffic_hourly ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE TABLE traffic_sources (
  client_id uuid NOT NULL,
  external_id text NOT NULL,
  date date NOT NULL,
  source text NOT NULL,
  medium text NOT NULL,
  sessions integer NOT NULL,
  users integer NOT NULL,
  conversions numeric(14, 2) NOT NULL,
  is_ai_assistant boolean NOT NULL,
  updated_at timestamptz(3) DEFAULT now() NOT NULL,
  CONSTRAINT traffic_sources_client_id_external_id_pk PRIMARY KEY (client_id, external_id)
);--> statement-breakpoint
ALTER TABLE traffic_sources ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE TABLE website_daily (
  client_id uuid NOT NULL,
  external_id text NOT NULL,
  date date NOT NULL,
  source text NOT NULL,
  users integer NOT NULL,
  sessions integer NOT NULL,
  pageviews integer NOT NULL,
  bounce_rate double precision NOT NULL,
  avg_session_seconds double precision NOT NULL,
  conversions numeric(14, 2) NOT NULL,
  top_pages jsonb,
  channels jsonb,
  updated_at timestamptz(3) DEFAULT now() NOT NULL,
  CONSTRAINT website_daily_client_id_external_id_pk PRIMARY KEY (client_id, external_id)
);--> statement-breakpoint
ALTER TABLE website_daily ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

ALTER TABLE page_performance ADD CONSTRAINT page_performance_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE traffic_hourly ADD CONSTRAINT traffic_hourly_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE traffic_sources ADD CONSTRAINT traffic_sources_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE website_daily ADD CONSTRAINT website_daily_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint

CREATE INDEX page_performance_client_id_date_index ON page_performance (client_id, date);--> statement-breakpoint
CREATE INDEX page_performance_client_id_page_id_date_index ON page_performance (client_id, page_id, date);--> statement-breakpoint
CREATE INDEX traffic_hourly_client_id_at_index ON traffic_hourly (client_id, at);--> statement-breakpoint
CREATE INDEX traffic_sources_client_id_date_index ON traffic_sources (client_id, date);--> statement-breakpoint
CREATE INDEX website_daily_client_id_date_external_id_index ON website_daily (client_id, date, external_id);--> statement-breakpoint

CREATE POLICY one_client ON page_performance TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON page_performance TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY one_client ON traffic_hourly TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON traffic_hourly TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY one_client ON traffic_sources TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON traffic_sources TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY one_client ON website_daily TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON website_daily TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint

-- Dashboard: goals, action items, investments.
CREATE TYPE goal_status AS ENUM('not_started', 'in_progress', 'completed', 'paused', 'cancelled');--> statement-breakpoint
CREATE TYPE priority AS ENUM('high', 'medium', 'low');--> statement-breakpoint
CREATE TYPE action_item_source AS ENUM('scan', 'goal', 'manual');--> statement-breakpoint
CREATE TYPE action_item_status AS ENUM('open', 'in_progress', 'done', 'dismissed');--> statement-breakpoint

CREATE TABLE goal_readings (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  goal_id uuid NOT NULL,
  at timestamptz(3) NOT NULL,
  value double precision NOT NULL,
  note text,
  user_id uuid NOT NULL,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  CONSTRAINT goal_readings_client_id_id_pk PRIMARY KEY (client_id, id)
);--> statement-breakpoint
ALTER TABLE goal_readings ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE TABLE goals (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  external_id text NOT NULL,
  title text NOT NULL,
  goal_type text NOT NULL,
  category text NOT NULL,
  target_value double precision NOT NULL,
  current_value double precision NOT NULL,
  baseline_value double precision NOT NULL,
  unit text NOT NULL,
  status goal_status NOT NULL,
  priority priority NOT NULL,
  deadline date,
  overdue_told_on date,
  people_fields text[] DEFAULT '{}' NOT NULL,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  updated_at timestamptz(3) DEFAULT now() NOT NULL,
  CONSTRAINT goals_client_id_id_pk PRIMARY KEY (client_id, id),
  CONSTRAINT "goals_clientId_externalId_unique" UNIQUE (client_id, external_id)
);--> statement-breakpoint
ALTER TABLE goals ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE TABLE investments (
  client_id uuid NOT NULL,
  external_id text NOT NULL,
  date date NOT NULL,
  category text NOT NULL,
  description text,
  amount numeric(16, 4) NOT NULL,
  estimated_return numeric(16, 4) NOT NULL,
  updated_at timestamptz(3) DEFAULT now() NOT NULL,
  CONSTRAINT investments_client_id_external_id_pk PRIMARY KEY (client_id, external_id)
);--> statement-breakpoint
ALTER TABLE investments ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE TABLE action_items (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  external_id text NOT NULL,
  title text NOT NULL,
  description text,
  category text NOT NULL,
  priority priority NOT NULL,
  status action_item_status NOT NULL,
  due_date date,
  source action_item_source NOT NULL,
  completed_at timestamptz(3),
  assignee_id uuid,
  created_by uuid,
  people_fields text[] DEFAULT '{}' NOT NULL,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  updated_at timestamptz(3) DEFAULT now() NOT NULL,
  CONSTRAINT action_items_client_id_id_pk PRIMARY KEY (client_id, id),
  CONSTRAINT "action_items_clientId_externalId_unique" UNIQUE (client_id, external_id)
);--> statement-breakpoint
ALTER TABLE action_items ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

ALTER TABLE goal_readings ADD CONSTRAINT goal_readings_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE goal_readings ADD CONSTRAINT goal_readings_client_id_goal_id_goals_client_id_id_fk
  FOREIGN KEY (client_id,goal_id) REFERENCES goals(client_id,id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE goals ADD CONSTRAINT goals_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE investments ADD CONSTRAINT investments_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE action_items ADD CONSTRAINT action_items_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint

CREATE INDEX goal_readings_client_id_goal_id_at_id_index ON goal_readings (client_id, goal_id, at, id);--> statement-breakpoint
CREATE INDEX goals_client_id_status_deadline_index ON goals (client_id, status, deadline);--> statement-breakpoint
CREATE INDEX investments_client_id_date_index ON investments (client_id, date);--> statement-breakpoint
CREATE INDEX action_items_client_id_status_due_date_index ON action_items (client_id, status, due_date);--> statement-breakpoint

CREATE POLICY one_client ON goal_readings TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON goal_readings TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY one_client ON goals TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON goals TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY one_client ON investments TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON investments TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY one_client ON action_items TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON action_items TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint

-- CMS: pages, their versions, comments and activity.
CREATE TYPE content_format AS ENUM('html', 'markdown');--> statement-breakpoint
CREATE TYPE page_activity_type AS ENUM(
  'created', 'edited', 'submitted_for_review', 'changes_requested', 'published', 'unpublished', 'restored', 'scheduled', 'unscheduled', 'commented', 'deleted'
);--> statement-breakpoint
CREATE TYPE page_status AS ENUM('draft', 'review', 'published');--> statement-breakpoint

CREATE TABLE page_activity (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  page_id uuid NOT NULL,
  version integer NOT NULL,
  step integer DEFAULT 0 NOT NULL,
  type page_activity_type NOT NULL,
  from_status page_status,
  to_status page_status NOT NULL,
  created_by uuid,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  CONSTRAINT page_activity_client_id_id_pk PRIMARY KEY (client_id, id),
  CONSTRAINT "page_activity_clientId_pageId_version_step_unique" UNIQUE (client_id, page_id, version, step)
);--> statement-breakpoint
ALTER TABLE page_activity ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE TABLE page_comments (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  page_id uuid NOT NULL,
  text text NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  CONSTRAINT page_comments_client_id_id_pk PRIMARY KEY (client_id, id)
);--> statement-breakpoint
ALTER TABLE page_comments ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE TABLE page_storage (
  client_id uuid NOT NULL,
  bytes bigint NOT NULL,
  CONSTRAINT page_storage_client_id_pk PRIMARY KEY (client_id)
);--> statement-breakpoint
ALTER TABLE page_storage ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE TABLE page_versions (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  page_id uuid NOT NULL,
  version integer NOT NULL,
  title text NOT NULL,
  content text NOT NULL,
  size integer NOT NULL,
  status page_status NOT NULL,
  tags text[] NOT NULL,
  seo_title text,
  seo_description text,
  changed text[] NOT NULL,
  created_by uuid,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  CONSTRAINT page_versions_client_id_id_pk PRIMARY KEY (client_id, id),
  CONSTRAINT "page_versions_clientId_pageId_version_unique" UNIQUE (client_id, page_id, version)
);--> statement-breakpoint
ALTER TABLE page_versions ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE TABLE pages (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  title text NOT NULL,
  slug text NOT NULL,
  status page_status DEFAULT 'draft' NOT NULL,
  content_format content_format NOT NULL,
  content text NOT NULL,
  content_html text NOT NULL,
  rendering smallint NOT NULL,
  tags text[] DEFAULT '{}' NOT NULL,
  seo_title text,
  seo_description text,
  word_count integer NOT NULL,
  excerpt text NOT NULL,
  facts jsonb NOT NULL,
  seo_score double precision NOT NULL,
  content_score double precision NOT NULL,
  overall_score double precision NOT NULL,
  audits jsonb NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_by uuid,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  updated_at timestamptz(3) DEFAULT now() NOT NULL,
  published_at timestamptz(3),
  scheduled_at timestamptz(3),
  scheduled_by uuid,
  deleted_at timestamptz(3),
  deleted_by uuid,
  events integer DEFAULT 0 NOT NULL,
  thinned integer DEFAULT 0 NOT NULL,
  CONSTRAINT pages_client_id_id_pk PRIMARY KEY (client_id, id)
);--> statement-breakpoint
ALTER TABLE pages ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

ALTER TABLE page_activity ADD CONSTRAINT page_activity_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE page_activity ADD CONSTRAINT page_activity_client_id_page_id_pages_client_id_id_fk
  FOREIGN KEY (client_id,page_id) REFERENCES pages(client_id,id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE page_comments ADD CONSTRAINT page_comments_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE page_comments ADD CONSTRAINT page_comments_client_id_page_id_pages_client_id_id_fk
  FOREIGN KEY (client_id,page_id) REFERENCES pages(client_id,id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE page_storage ADD CONSTRAINT page_storage_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE page_versions ADD CONSTRAINT page_versions_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE page_versions ADD CONSTRAINT page_versions_client_id_page_id_pages_client_id_id_fk
  FOREIGN KEY (client_id,page_id) REFERENCES pages(client_id,id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE pages ADD CONSTRAINT pages_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint

CREATE INDEX page_comments_client_id_page_id_created_at_id_index ON page_comments (client_id, page_id, created_at, id);--> statement-breakpoint
CREATE UNIQUE INDEX pages_client_id_slug_live ON pages (client_id, slug) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX pages_client_id_updated_at_id_index ON pages (client_id, updated_at, id);--> statement-breakpoint
CREATE INDEX pages_client_id_published_at_index ON pages (client_id, published_at);--> statement-breakpoint
CREATE INDEX pages_client_id_status_overall_score_index ON pages (client_id, status, overall_score);--> statement-breakpoint
CREATE INDEX pages_scheduled ON pages (client_id, scheduled_at) WHERE scheduled_at is not null;--> statement-breakpoint
CREATE INDEX pages_bin ON pages (client_id, deleted_at, id) WHERE deleted_at is not null;--> statement-breakpoint

CREATE POLICY one_client ON page_activity TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON page_activity TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY one_client ON page_comments TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON page_comments TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY one_client ON page_storage TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON page_storage TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY one_client ON page_versions TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON page_versions TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY one_client ON pages TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON pages TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint

-- The bytes of pages and versions are kept, not added up, in the statement that changes them, cascades included.
CREATE FUNCTION add_page_storage(client uuid, added bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF added > 0 THEN
    INSERT INTO page_storage AS kept (client_id, bytes) VALUES (client, added)
      ON CONFLICT (client_id) DO UPDATE SET bytes = kept.bytes + excluded.bytes;
  ELSIF added < 0 THEN
    UPDATE page_storage AS kept SET bytes = kept.bytes + added WHERE kept.client_id = client;
  END IF;
END $$;--> statement-breakpoint

CREATE FUNCTION page_bytes(content text, html text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT octet_length(content) + octet_length(html) + 8192 $$;--> statement-breakpoint

CREATE FUNCTION page_version_bytes(content text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT octet_length(content) + 4096 $$;--> statement-breakpoint

CREATE FUNCTION keep_page_storage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_page_storage(client_id, sum(page_bytes(content, content_html))::bigint) FROM added
      GROUP BY client_id ORDER BY client_id;
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM add_page_storage(client_id,
        sum(page_bytes(added.content, added.content_html) - page_bytes(removed.content, removed.content_html))::bigint)
      FROM added JOIN removed USING (client_id, id) GROUP BY client_id ORDER BY client_id;
  ELSE
    PERFORM add_page_storage(client_id, -sum(page_bytes(content, content_html))::bigint) FROM removed
      GROUP BY client_id ORDER BY client_id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint

CREATE FUNCTION keep_page_version_storage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_page_storage(client_id, sum(page_version_bytes(content))::bigint) FROM added
      GROUP BY client_id ORDER BY client_id;
  ELSE
    PERFORM add_page_storage(client_id, -sum(page_version_bytes(content))::bigint) FROM removed
      GROUP BY client_id ORDER BY client_id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint

CREATE TRIGGER pages_added AFTER INSERT ON pages
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_page_storage();--> statement-breakpoint

CREATE TRIGGER pages_changed AFTER UPDATE ON pages
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_page_storage();--> statement-breakpoint

CREATE TRIGGER pages_removed AFTER DELETE ON pages
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_page_storage();--> statement-breakpoint

CREATE TRIGGER page_versions_added AFTER INSERT ON page_versions
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_page_version_storage();--> statement-breakpoint

CREATE TRIGGER page_versions_removed AFTER DELETE ON page_versions
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_page_version_storage();--> statement-breakpoint

-- Content: suggestions, templates, the calendar.
CREATE TYPE calendar_status AS ENUM('planned', 'draft', 'review', 'scheduled', 'published');--> statement-breakpoint
CREATE TYPE suggestion_status AS ENUM('pending', 'accepted', 'rejected', 'published');--> statement-breakpoint

CREATE TABLE calendar_entries (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  external_id text NOT NULL,
  title text NOT NULL,
  content_type text NOT NULL,
  channel text NOT NULL,
  status calendar_status NOT NULL,
  date date NOT NULL,
  scheduled_at timestamptz(3),
  published_at timestamptz(3),
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  updated_at timestamptz(3) DEFAULT now() NOT NULL,
  CONSTRAINT calendar_entries_client_id_id_pk PRIMARY KEY (client_id, id),
  CONSTRAINT "calendar_entries_clientId_externalId_unique" UNIQUE (client_id, external_id)
);--> statement-breakpoint
ALTER TABLE calendar_entries ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE TABLE content_suggestions (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  external_id text NOT NULL,
  title text NOT NULL,
  summary text NOT NULL,
  content_type text NOT NULL,
  target_query text,
  status suggestion_status NOT NULL,
  confidence double precision NOT NULL,
  rationale text,
  sources jsonb NOT NULL,
  created_at timestamptz(3),
  received_at timestamptz(3) DEFAULT now() NOT NULL,
  suggested_at timestamptz(3) GENERATED ALWAYS AS (coalesce(created_at, received_at)) STORED NOT NULL,
  updated_at timestamptz(3) DEFAULT now() NOT NULL,
  people_fields text[] DEFAULT '{}' NOT NULL,
  page_id uuid,
  CONSTRAINT content_suggestions_client_id_id_pk PRIMARY KEY (client_id, id),
  CONSTRAINT "content_suggestions_clientId_externalId_unique" UNIQUE (client_id, external_id)
);--> statement-breakpoint
ALTER TABLE content_suggestions ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE TABLE content_templates (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  external_id text NOT NULL,
  name text NOT NULL,
  description text,
  category text NOT NULL,
  vertical text,
  content_format content_format NOT NULL,
  body text NOT NULL,
  variables jsonb NOT NULL,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  updated_at timestamptz(3) DEFAULT now() NOT NULL,
  CONSTRAINT content_templates_client_id_id_pk PRIMARY KEY (client_id, id),
  CONSTRAINT "content_templates_clientId_externalId_unique" UNIQUE (client_id, external_id)
);--> statement-breakpoint
ALTER TABLE content_templates ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE TABLE suggestion_feedback (
  client_id uuid NOT NULL,
  suggestion_id uuid NOT NULL,
  user_id uuid NOT NULL,
  rating double precision NOT NULL,
  feedback text,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  updated_at timestamptz(3) DEFAULT now() NOT NULL,
  CONSTRAINT suggestion_feedback_client_id_suggestion_id_user_id_pk PRIMARY KEY (client_id, suggestion_id, user_id)
);--> statement-breakpoint
ALTER TABLE suggestion_feedback ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

ALTER TABLE calendar_entries ADD CONSTRAINT calendar_entries_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE content_suggestions ADD CONSTRAINT content_suggestions_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE content_templates ADD CONSTRAINT content_templates_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE suggestion_feedback ADD CONSTRAINT suggestion_feedback_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE suggestion_feedback ADD CONSTRAINT suggestion_feedback_client_id_suggestion_id_content_suggestions_client_id_id_fk
  FOREIGN KEY (client_id,suggestion_id) REFERENCES content_suggestions(client_id,id) ON DELETE CASCADE;--> statement-breakpoint

CREATE INDEX calendar_entries_client_id_date_id_index ON calendar_entries (client_id, date, id);--> statement-breakpoint
CREATE INDEX content_suggestions_client_id_suggested_at_id_index ON content_suggestions (client_id, suggested_at, id);--> statement-breakpoint
CREATE INDEX content_suggestions_client_id_status_suggested_at_id_index ON content_suggestions (client_id, status, suggested_at, id);--> statement-breakpoint
CREATE INDEX content_suggestions_page ON content_suggestions (client_id, page_id) WHERE page_id is not null;--> statement-breakpoint
CREATE INDEX content_templates_client_id_name_id_index ON content_templates (client_id, name, id);--> statement-breakpoint

CREATE POLICY one_client ON calendar_entries TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON calendar_entries TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY one_client ON content_suggestions TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON content_suggestions TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY one_client ON content_templates TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON content_templates TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY one_client ON suggestion_feedback TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON suggestion_feedback TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint

-- Insights: questions to the insights service, their feedback and usage.
CREATE TYPE insight_status AS ENUM('running', 'succeeded', 'failed');--> statement-breakpoint
CREATE TYPE insight_type AS ENUM('nlq', 'scoring', 'playbook', 'explain');--> statement-breakpoint

CREATE TABLE insight_feedback (
  client_id uuid NOT NULL,
  run_id uuid NOT NULL,
  user_id uuid NOT NULL,
  helpful boolean NOT NULL,
  comment text,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  updated_at timestamptz(3) DEFAULT now() NOT NULL,
  CONSTRAINT insight_feedback_client_id_run_id_user_id_pk PRIMARY KEY (client_id, run_id, user_id)
);--> statement-breakpoint
ALTER TABLE insight_feedback ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE TABLE insight_run_totals (
  client_id uuid NOT NULL,
  total bigint NOT NULL,
  CONSTRAINT insight_run_totals_client_id_pk PRIMARY KEY (client_id)
);--> statement-breakpoint
ALTER TABLE insight_run_totals ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE TABLE insight_runs (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  run_type insight_type NOT NULL,
  input_params jsonb NOT NULL,
  status insight_status DEFAULT 'running' NOT NULL,
  result_data jsonb DEFAULT '{}'::jsonb NOT NULL,
  error_code text,
  error_message text,
  failure_kind text,
  upstream_status integer,
  request_id text,
  execution_time_ms integer DEFAULT 0 NOT NULL,
  tokens_used integer DEFAULT 0 NOT NULL,
  tokens_input integer,
  tokens_output integer,
  ai_provider text DEFAULT 'none' NOT NULL,
  ai_model text DEFAULT 'none' NOT NULL,
  worker integer NOT NULL,
  started_at timestamptz(3) DEFAULT now() NOT NULL,
  completed_at timestamptz(3),
  CONSTRAINT insight_runs_client_id_id_pk PRIMARY KEY (client_id, id)
);--> statement-breakpoint
ALTER TABLE insight_runs ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE TABLE insight_usage (
  client_id uuid NOT NULL,
  month date NOT NULL,
  questions bigint NOT NULL,
  tokens bigint NOT NULL,
  tokens_input bigint NOT NULL,
  tokens_output bigint NOT NULL,
  CONSTRAINT insight_usage_client_id_month_pk PRIMARY KEY (client_id, month)
);--> statement-breakpoint
ALTER TABLE insight_usage ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

ALTER TABLE insight_feedback ADD CONSTRAINT insight_feedback_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE insight_feedback ADD CONSTRAINT insight_feedback_client_id_run_id_insight_runs_client_id_id_fk
  FOREIGN KEY (client_id,run_id) REFERENCES insight_runs(client_id,id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE insight_run_totals ADD CONSTRAINT insight_run_totals_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE insight_runs ADD CONSTRAINT insight_runs_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE insight_usage ADD CONSTRAINT insight_usage_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint

CREATE INDEX insight_runs_history ON insight_runs (client_id, completed_at, id) WHERE insight_runs.completed_at is not null;--> statement-breakpoint
CREATE INDEX insight_runs_running ON insight_runs (worker) WHERE insight_runs.completed_at is null;--> statement-breakpoint

CREATE POLICY one_client ON insight_feedback TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON insight_feedback TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY one_client ON insight_run_totals TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON insight_run_totals TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY one_client ON insight_runs TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON insight_runs TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY one_client ON insight_usage TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON insight_usage TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint

-- The history's total is kept, not counted: whatever completes, adds or removes runs keeps it exact, in the same
-- statement. Statement-level, so that a hundred thousand rows at once touch a total once.
CREATE FUNCTION keep_insight_run_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO insight_run_totals AS kept (client_id, total)
      SELECT client_id, count(*) FROM added WHERE completed_at IS NOT NULL GROUP BY client_id ORDER BY client_id
      ON CONFLICT (client_id) DO UPDATE SET total = kept.total + excluded.total;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO insight_run_totals AS kept (client_id, total)
      SELECT added.client_id, count(*) FROM added JOIN removed USING (client_id, id)
      WHERE added.completed_at IS NOT NULL AND removed.completed_at IS NULL GROUP BY added.client_id ORDER BY added.client_id
      ON CONFLICT (client_id) DO UPDATE SET total = kept.total + excluded.total;
  ELSE
    UPDATE insight_run_totals AS kept SET total = kept.total - gone.runs
      FROM (SELECT client_id, count(*) AS runs FROM removed WHERE completed_at IS NOT NULL GROUP BY client_id) AS gone
      WHERE kept.client_id = gone.client_id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint

CREATE TRIGGER insight_runs_added AFTER INSERT ON insight_runs
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_insight_run_totals();--> statement-breakpoint

CREATE TRIGGER insight_runs_completed AFTER UPDATE ON insight_runs
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_insight_run_totals();--> statement-breakpoint

CREATE TRIGGER insight_runs_removed AFTER DELETE ON insight_runs
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_insight_run_totals();--> statement-breakpoint

-- Questions and tokens of a month are counted, like the history's total, in the statement that finishes a run. A run that
-- is written twice is counted once. The triggers run after those of the totals, whose rows are locked first.
CREATE FUNCTION count_insight_usage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO insight_usage AS kept (client_id, month, questions, tokens, tokens_input, tokens_output)
      SELECT client_id, date_trunc('month', started_at AT TIME ZONE 'UTC')::date, count(*), sum(tokens_used),
        coalesce(sum(tokens_input), 0), coalesce(sum(tokens_output), 0)
      FROM added WHERE completed_at IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (client_id, month) DO UPDATE SET questions = kept.questions + excluded.questions,
        tokens = kept.tokens + excluded.tokens, tokens_input = kept.tokens_input + excluded.tokens_input,
        tokens_output = kept.tokens_output + excluded.tokens_output;
  ELSE
    INSERT INTO insight_usage AS kept (client_id, month, questions, tokens, tokens_input, tokens_output)
      SELECT added.client_id, date_trunc('month', added.started_at AT TIME ZONE 'UTC')::date, count(*), sum(added.tokens_used),
        coalesce(sum(added.tokens_input), 0), coalesce(sum(added.tokens_output), 0)
      FROM added JOIN removed USING (client_id, id)
      WHERE added.completed_at IS NOT NULL AND removed.completed_at IS NULL GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (client_id, month) DO UPDATE SET questions = kept.questions + excluded.questions,
        tokens = kept.tokens + excluded.tokens, tokens_input = kept.tokens_input + excluded.tokens_input,
        tokens_output = kept.tokens_output + excluded.tokens_output;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint

CREATE TRIGGER insight_runs_usage_added AFTER INSERT ON insight_runs
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_insight_usage();--> statement-breakpoint

CREATE TRIGGER insight_runs_usage_completed AFTER UPDATE ON insight_runs
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_insight_usage();--> statement-breakpoint

-- Billing: what Stripe has reported.
CREATE TABLE billing_customers (
  org_id uuid PRIMARY KEY NOT NULL,
  stripe_customer_id text NOT NULL,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  reconciled_at timestamptz(3) DEFAULT now() NOT NULL,
  CONSTRAINT "billing_customers_stripeCustomerId_unique" UNIQUE (stripe_customer_id)
);--> statement-breakpoint

CREATE TABLE stripe_events (
  client_id uuid NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  handled_at timestamptz(3) DEFAULT now() NOT NULL,
  claimed_until timestamptz(3),
  CONSTRAINT stripe_events_client_id_event_id_pk PRIMARY KEY (client_id, event_id)
);--> statement-breakpoint
ALTER TABLE stripe_events ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE TABLE subscriptions (
  client_id uuid NOT NULL,
  stripe_customer_id text,
  stripe_subscription_id text,
  status text DEFAULT 'none' NOT NULL,
  items jsonb DEFAULT '[]'::jsonb NOT NULL,
  current_period_end timestamptz(3),
  cancel_at_period_end boolean DEFAULT false NOT NULL,
  begun integer DEFAULT 0 NOT NULL,
  stored integer DEFAULT 0 NOT NULL,
  read_at timestamptz(3),
  CONSTRAINT subscriptions_client_id_pk PRIMARY KEY (client_id)
);--> statement-breakpoint
ALTER TABLE subscriptions ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

ALTER TABLE billing_customers ADD CONSTRAINT billing_customers_org_id_organizations_id_fk
  FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE stripe_events ADD CONSTRAINT stripe_events_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE subscriptions ADD CONSTRAINT subscriptions_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint

CREATE INDEX billing_customers_reconciled_at_index ON billing_customers (reconciled_at);--> statement-breakpoint
CREATE INDEX stripe_events_handled_at_index ON stripe_events (handled_at);--> statement-breakpoint

CREATE POLICY one_client ON stripe_events TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON stripe_events TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY one_client ON subscriptions TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON subscriptions TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint

-- Notices: what people are told by mail, and what they turned off.
CREATE TYPE notice_kind AS ENUM('weeklyDigest', 'scoreDrop', 'overdueGoals', 'reviewRequested', 'paymentFailed');--> statement-breakpoint

CREATE TABLE notices (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  kind notice_kind NOT NULL,
  subject text NOT NULL,
  caused_by uuid,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  claimed_until timestamptz(3),
  told_at timestamptz(3),
  CONSTRAINT notices_client_id_id_pk PRIMARY KEY (client_id, id),
  CONSTRAINT "notices_clientId_kind_subject_unique" UNIQUE (client_id, kind, subject)
);--> statement-breakpoint
ALTER TABLE notices ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE TABLE notification_settings (
  user_id uuid PRIMARY KEY NOT NULL,
  weekly_digest boolean,
  score_drop boolean,
  overdue_goals boolean,
  review_requested boolean,
  payment_failed boolean,
  updated_at timestamptz(3) DEFAULT now() NOT NULL
);--> statement-breakpoint

ALTER TABLE notices ADD CONSTRAINT notices_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE notification_settings ADD CONSTRAINT notification_settings_user_id_users_id_fk
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;--> statement-breakpoint

CREATE INDEX notices_pending ON notices (client_id, created_at) WHERE told_at is null;--> statement-breakpoint

CREATE POLICY one_client ON notices TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON notices TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint

-- Webhooks: endpoints, and what is delivered to them.
CREATE TYPE webhook_delivery_status AS ENUM('pending', 'delivered', 'parked');--> statement-breakpoint

CREATE TABLE webhook_deliveries (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  event_id uuid NOT NULL,
  type text NOT NULL,
  subject text NOT NULL,
  position bigint NOT NULL,
  body text NOT NULL,
  status webhook_delivery_status DEFAULT 'pending' NOT NULL,
  attempts smallint DEFAULT 0 NOT NULL,
  next_attempt_at timestamptz(3) DEFAULT now() NOT NULL,
  leased_until timestamptz(3),
  last_attempt_at timestamptz(3),
  delivered_at timestamptz(3),
  error text,
  response_status smallint,
  response_body text,
  duration_ms integer,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  CONSTRAINT webhook_deliveries_client_id_id_pk PRIMARY KEY (client_id, id),
  CONSTRAINT "webhook_deliveries_clientId_webhookId_eventId_unique" UNIQUE (client_id, webhook_id, event_id)
);--> statement-breakpoint
ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE TABLE webhooks (
  client_id uuid NOT NULL,
  id uuid NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL,
  description text,
  enabled boolean DEFAULT true NOT NULL,
  sealed_secret text NOT NULL,
  sealed_secret_before text,
  secret_before_until timestamptz(3),
  failing_since timestamptz(3),
  turned_off_at timestamptz(3),
  tell_at timestamptz(3),
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  updated_at timestamptz(3) DEFAULT now() NOT NULL,
  CONSTRAINT webhooks_client_id_id_pk PRIMARY KEY (client_id, id)
);--> statement-breakpoint
ALTER TABLE webhooks ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_client_id_webhook_id_webhooks_client_id_id_fk
  FOREIGN KEY (client_id,webhook_id) REFERENCES webhooks(client_id,id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE webhooks ADD CONSTRAINT webhooks_client_id_organizations_id_fk
  FOREIGN KEY (client_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint

CREATE INDEX webhook_deliveries_client_id_webhook_id_created_at_id_index ON webhook_deliveries (client_id, webhook_id, created_at, id);--> statement-breakpoint
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (client_id, webhook_id, next_attempt_at) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX webhook_deliveries_first ON webhook_deliveries (client_id, webhook_id, subject, position) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX webhook_deliveries_created_at_index ON webhook_deliveries (created_at);--> statement-breakpoint
CREATE INDEX webhooks_tell_at_index ON webhooks (tell_at) WHERE tell_at is not null;--> statement-breakpoint

CREATE POLICY one_client ON webhook_deliveries TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON webhook_deliveries TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY one_client ON webhooks TO portal_tenant
  USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON webhooks TO portal_maintenance USING (true) WITH CHECK (true);--> statement-breakpoint

-- Facts of clients: what the operator’s list shows, kept by triggers.
CREATE TABLE client_facts (
  org_id uuid PRIMARY KEY NOT NULL,
  dynamic_score double precision,
  change double precision,
  last_scan_at timestamptz(3),
  open_action_items integer DEFAULT 0 NOT NULL,
  subscription_status text DEFAULT 'none' NOT NULL,
  total_mrr double precision DEFAULT 0 NOT NULL,
  currency text,
  month date,
  questions_in_month bigint DEFAULT 0 NOT NULL,
  tokens_in_month bigint DEFAULT 0 NOT NULL,
  day date,
  scans_in_day integer DEFAULT 0 NOT NULL,
  questions_in_day integer DEFAULT 0 NOT NULL
);--> statement-breakpoint
ALTER TABLE client_facts ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

ALTER TABLE client_facts ADD CONSTRAINT client_facts_org_id_organizations_id_fk
  FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE;--> statement-breakpoint

CREATE INDEX client_facts_best ON client_facts ((coalesce(dynamic_score, -1)),org_id);--> statement-breakpoint
CREATE INDEX client_facts_worst ON client_facts ((coalesce(dynamic_score, 101)),org_id);--> statement-breakpoint
CREATE INDEX client_facts_day_index ON client_facts (day);--> statement-breakpoint
CREATE INDEX client_facts_month_index ON client_facts (month);--> statement-breakpoint

CREATE POLICY one_client ON client_facts TO portal_tenant
  USING (org_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY all_clients ON client_facts TO portal_maintenance USING (true);--> statement-breakpoint

-- What the operator's list shows of a client is kept, like the history's total, in the statement that changes it, for all
-- rows of a statement at once. The rows of a client are locked before its facts, and its facts before its organization.
CREATE FUNCTION make_client_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO client_facts (org_id) SELECT id FROM written ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint

CREATE TRIGGER organizations_facts AFTER INSERT ON organizations
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION make_client_facts();--> statement-breakpoint

-- Scans are few: the two latest are read again, whatever was written. Two transactions may store scans of one client at
-- once: each waits for the facts first, and then reads in a statement of its own, which sees what the other has committed.
CREATE FUNCTION keep_scan_facts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  today date := (now() AT TIME ZONE 'UTC')::date;
BEGIN
  PERFORM FROM client_facts WHERE org_id IN (SELECT client_id FROM written) ORDER BY org_id FOR NO KEY UPDATE;
  UPDATE client_facts AS kept SET
      dynamic_score = latest.scores[1],
      change = round((latest.scores[1] - latest.scores[2])::numeric, 1),
      last_scan_at = latest.completed_at,
      questions_in_day = CASE WHEN arrived.scans = 0 OR kept.day = today THEN questions_in_day ELSE 0 END,
      scans_in_day = CASE WHEN arrived.scans = 0 OR kept.day = today THEN scans_in_day ELSE 0 END + arrived.scans,
      day = CASE WHEN arrived.scans = 0 THEN kept.day ELSE today END
    FROM (SELECT client_id, count(*) FILTER (WHERE TG_OP = 'INSERT' AND (created_at AT TIME ZONE 'UTC')::date = today)::int AS scans
          FROM written GROUP BY client_id) AS arrived
      CROSS JOIN LATERAL (
        SELECT array_agg(dynamic_score ORDER BY completed_at DESC, id DESC) AS scores, max(completed_at) AS completed_at
        FROM (SELECT dynamic_score, completed_at, id FROM score_runs WHERE client_id = arrived.client_id
              ORDER BY completed_at DESC, id DESC LIMIT 2) AS two) AS latest
    WHERE kept.org_id = arrived.client_id;
  RETURN NULL;
END $$;--> statement-breakpoint

CREATE TRIGGER score_runs_facts_added AFTER INSERT ON score_runs
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_scan_facts();--> statement-breakpoint

CREATE TRIGGER score_runs_facts_changed AFTER UPDATE ON score_runs
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_scan_facts();--> statement-breakpoint

CREATE TRIGGER score_runs_facts_removed AFTER DELETE ON score_runs
  REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_scan_facts();--> statement-breakpoint

CREATE FUNCTION keep_action_item_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE client_facts AS kept SET open_action_items = open_action_items + open.items
      FROM (SELECT client_id, count(*)::int AS items FROM added WHERE status IN ('open', 'in_progress') GROUP BY 1) AS open
      WHERE kept.org_id = open.client_id;
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE client_facts AS kept SET open_action_items = open_action_items + open.items
      FROM (SELECT client_id, sum(items)::int AS items FROM (
              SELECT client_id, 1 AS items FROM added WHERE status IN ('open', 'in_progress')
              UNION ALL SELECT client_id, -1 FROM removed WHERE status IN ('open', 'in_progress')) AS each
            GROUP BY 1 HAVING sum(items) <> 0) AS open
      WHERE kept.org_id = open.client_id;
  ELSE
    UPDATE client_facts AS kept SET open_action_items = open_action_items - open.items
      FROM (SELECT client_id, count(*)::int AS items FROM removed WHERE status IN ('open', 'in_progress') GROUP BY 1) AS open
      WHERE kept.org_id = open.client_id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint

CREATE TRIGGER action_items_facts_added AFTER INSERT ON action_items
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_action_item_facts();--> statement-breakpoint

CREATE TRIGGER action_items_facts_changed AFTER UPDATE ON action_items
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_action_item_facts();--> statement-breakpoint

CREATE TRIGGER action_items_facts_removed AFTER DELETE ON action_items
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_action_item_facts();--> statement-breakpoint

-- Triggers run in the order of their names: these after those of insight_usage, which they read.
CREATE FUNCTION keep_question_facts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  today date := (now() AT TIME ZONE 'UTC')::date;
  this_month date := date_trunc('month', now() AT TIME ZONE 'UTC')::date;
  clients uuid[];
  arrived int[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(client_id), array_agg(questions) INTO clients, arrived FROM (
      SELECT client_id, count(*) FILTER (WHERE (started_at AT TIME ZONE 'UTC')::date = today) AS questions
      FROM added WHERE completed_at IS NOT NULL GROUP BY client_id) AS finished;
  ELSE
    SELECT array_agg(client_id), array_agg(questions) INTO clients, arrived FROM (
      SELECT added.client_id, count(*) FILTER (WHERE (added.started_at AT TIME ZONE 'UTC')::date = today) AS questions
      FROM added JOIN removed USING (client_id, id)
      WHERE added.completed_at IS NOT NULL AND removed.completed_at IS NULL GROUP BY added.client_id) AS finished;
  END IF;
  UPDATE client_facts AS kept SET
      month = this_month,
      questions_in_month = coalesce(usage.questions, 0),
      tokens_in_month = coalesce(usage.tokens, 0),
      scans_in_day = CASE WHEN kept.day = today THEN scans_in_day ELSE 0 END,
      questions_in_day = CASE WHEN kept.day = today THEN questions_in_day ELSE 0 END + finished.questions,
      day = today
    FROM unnest(clients, arrived) AS finished (client_id, questions)
      LEFT JOIN insight_usage AS usage ON usage.client_id = finished.client_id AND usage.month = this_month
    WHERE kept.org_id = finished.client_id;
  RETURN NULL;
END $$;--> statement-breakpoint

CREATE TRIGGER insight_runs_usage_facts_added AFTER INSERT ON insight_runs
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_question_facts();--> statement-breakpoint

CREATE TRIGGER insight_runs_usage_facts_completed AFTER UPDATE ON insight_runs
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_question_facts();
