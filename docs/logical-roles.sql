-- Least privilege in a logical database: run on every shard and then on the coordinator, after postgres-roles.sql there.
--
--     psql "$URL" -v ON_ERROR_STOP=1 -f postgres-roles.sql -f logical-roles.sql
-- as the owner, who may create roles, after each `aver tenants spread`. The roles `aver_app` and `aver_every` have to exist
-- on every server (CREATE ROLE aver_app LOGIN; CREATE ROLE aver_every LOGIN). `aver_app` sees the tenant that its
-- transaction names; `aver_every` looks past tenants and changes none of their rows. Where shards ask for a password:
--     ALTER USER MAPPING FOR aver_app SERVER public_shard_0 OPTIONS (ADD password '...', SET password_required 'true')
DO $$
DECLARE
  home text := current_schema();
  one record;
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO aver_every', home);
  FOR one IN
    SELECT oid::regclass AS name FROM pg_class
    WHERE relnamespace = quote_ident(home)::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
  LOOP
    EXECUTE format('GRANT SELECT ON %s TO aver_every', one.name);
  END LOOP;
  IF to_regclass('aver_shard') IS NOT NULL THEN
    EXECUTE format('ALTER ROLE aver_every IN DATABASE %I SET aver.tenant = ''*''', current_database());
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON %I.aver_shard FROM aver_app', home);
    RETURN;
  END IF;
  EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON %I.aver_coordinator FROM aver_app', home);
  EXECUTE format('GRANT INSERT, UPDATE, DELETE ON %1$I.home, %1$I.api_key, %1$I.tenant_place TO aver_every', home);
  GRANT aver_every TO aver_app;
  FOR one IN
    SELECT DISTINCT srvname AS server, role FROM pg_foreign_table t JOIN pg_class c ON c.oid = t.ftrelid
    JOIN pg_foreign_server s ON s.oid = t.ftserver, unnest(ARRAY['aver_app', 'aver_every']) AS role
    WHERE c.relnamespace = quote_ident(home)::regnamespace
  LOOP
    EXECUTE format(
      'CREATE USER MAPPING IF NOT EXISTS FOR %I SERVER %I OPTIONS (user %L, password_required ''false'')',
      one.role, one.server, one.role);
  END LOOP;
END $$;
