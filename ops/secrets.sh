#!/usr/bin/env bash
# Prints new secrets for an environment file: ops/secrets.sh > portal.env. Keep the file: without it, what is stored
# under these keys cannot be read.
set -euo pipefail
umask 077

# Passwords are parts of URLs.
for name in DATABASE_OWNER_PASSWORD DATABASE_SERVING_PASSWORD; do
  echo "$name=$(openssl rand -hex 24)"
done
for name in INSIGHTS_SECRET PSEUDONYM_KEY ENCRYPTION_KEY SIGNING_KEY METRICS_TOKEN; do
  echo "$name=$(openssl rand -base64 32)"
done
