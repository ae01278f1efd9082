#!/bin/sh
# Makes the secrets of compose.yaml in the folder `secrets`, and keeps those that are there. Keep a copy of signing_keys outside of this
# machine: without it, webhooks that are restored from a backup cannot be signed.
set -eu
mkdir -p -m 700 secrets
secret() { [ -s "secrets/$1" ] || openssl rand -hex "$2" >"secrets/$1"; }
secret postgres_password 16
secret owner_password 16
secret app_password 16
secret signing_keys 32
for who in owner app; do
  printf 'postgres://shop_%s:%s@database:5432/shop_operations\n' "$who" "$(cat "secrets/${who}_password")" >"secrets/${who}_url"
done
# A container reads them under an account of its own. The folder keeps others on this machine away.
chmod 644 secrets/*
