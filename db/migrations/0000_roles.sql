-- Roles belong to the whole cluster: another portal beside this one, or another test worker, may have made them already.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['portal_tenant', 'portal_maintenance'] LOOP
    BEGIN
      -- An owner without CREATEROLE may use roles that somebody else has made.
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
        EXECUTE format('CREATE ROLE %I NOLOGIN', name);
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
    BEGIN
      EXECUTE format('GRANT %I TO CURRENT_USER', name);
    EXCEPTION WHEN insufficient_privilege OR unique_violation THEN NULL;
    END;
  END LOOP;
END $$;
