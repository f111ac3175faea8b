#!/usr/bin/env bash
# Prepares the database of compose.yaml, when PostgreSQL starts for the first time.
set -euo pipefail
psql --username "$POSTGRES_USER" --dbname postgres \
  -v owner_password="$DATABASE_OWNER_PASSWORD" -v serving_password="$DATABASE_SERVING_PASSWORD" -f /ops/roles.sql
