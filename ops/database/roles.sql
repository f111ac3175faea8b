-- The two roles of docs/deploy.md and their database, run once by a superuser:
--   psql -v owner_password=… -v serving_password=… -f ops/database/roles.sql
\set ON_ERROR_STOP on

SELECT format('CREATE ROLE %I NOLOGIN', name)
  FROM unnest(ARRAY['portal_tenant', 'portal_operator', 'portal_accounts', 'portal_maintenance']) AS name
  WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name)
\gexec

CREATE ROLE portal_owner LOGIN PASSWORD :'owner_password' IN ROLE portal_tenant, portal_operator, portal_maintenance;
CREATE ROLE portal_serving LOGIN PASSWORD :'serving_password' IN ROLE portal_tenant, portal_operator, portal_accounts;

CREATE DATABASE portal OWNER portal_owner;
REVOKE ALL ON DATABASE portal FROM PUBLIC;
GRANT CONNECT ON DATABASE portal TO portal_serving;
