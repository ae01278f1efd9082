-- Two roles for one deployment: `shop_owner` owns the tables and migrates, `shop_app` runs the service. Run it once as a superuser, in
-- a database server whose operators choose the passwords:
--   psql -v owner_password="$OWNER_PASSWORD" -v app_password="$APP_PASSWORD" -f deploy/roles.sql postgres
-- Then, as the owner, and again after each upgrade: node bin/shop-ops.mjs migrate --grant-to shop_app
create role shop_owner login password :'owner_password' nosuperuser nocreatedb nocreaterole;
create role shop_app login password :'app_password' nosuperuser nocreatedb nocreaterole;
-- An index on texts depends on their order. That of C never changes with the operating system.
create database shop_operations owner shop_owner encoding 'UTF8' locale 'C.UTF-8' template template0;
revoke all on database shop_operations from public;
grant connect on database shop_operations to shop_app;
\connect shop_operations
-- The first migration asks for these extensions. PostgreSQL trusts every owner of a database with them.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create extension if not exists btree_gist;
revoke all on schema public from public;
grant all on schema public to shop_owner;
