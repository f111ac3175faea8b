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
-- The pages of before: the owner of the tables reads them where row-level security is not forced.
ALTER TABLE pages NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE page_versions NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO page_storage (client_id, bytes)
  SELECT client_id, sum(bytes)::bigint FROM (
    SELECT client_id, page_bytes(content, content_html) AS bytes FROM pages
    UNION ALL SELECT client_id, page_version_bytes(content) FROM page_versions) AS kept
  GROUP BY client_id;--> statement-breakpoint
ALTER TABLE pages FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE page_versions FORCE ROW LEVEL SECURITY;
