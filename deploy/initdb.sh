#!/bin/sh
# PostgreSQL's image runs this when it makes its data folder.
set -eu
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  -v owner_password="$(cat /run/secrets/owner_password)" -v app_password="$(cat /run/secrets/app_password)" \
  -f /deploy/roles.sql
