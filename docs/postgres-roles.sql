-- Least privilege for a home in PostgreSQL: one role owns the tables, another one asks.
--
-- Run as the owner, after `aver init` and after every upgrade, with the home's schema first in the search path:
--     psql "$OWNER_URL" -v ON_ERROR_STOP=1 -f postgres-roles.sql
-- The role `aver_app` has to exist (CREATE ROLE aver_app LOGIN PASSWORD '...', by whoever may create roles). It reads and
-- writes rows and nothing else: it makes, changes and empties no table, it has no way around row-level security, and
-- what is append-only (runs, their ledger, claims, views) it can neither change nor remove, by grant and by trigger.
DO $$
DECLARE
  home text := current_schema();
  one regclass;
BEGIN
  EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA %I FROM aver_app', home);
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO aver_app', home);
  -- Tables, and no partition by its own name: what a row's policy says holds by way of the table.
  FOR one IN
    SELECT oid FROM pg_class
    WHERE relnamespace = quote_ident(home)::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
  LOOP
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO aver_app', one);
  END LOOP;
  EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA %I TO aver_app', home);
  EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON %I.alembic_version FROM aver_app', home);
  EXECUTE format(
    'REVOKE UPDATE, DELETE ON %1$I.run_event, %1$I.run_head, %1$I.document_view, %1$I.claim_version, %1$I.claim_event '
    'FROM aver_app', home);
  EXECUTE format('GRANT UPDATE (words) ON %1$I.claim_version, %1$I.claim_event TO aver_app', home);
END $$;
