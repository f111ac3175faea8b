DROP INDEX "organizations_name";--> statement-breakpoint
DROP INDEX "content_templates_client_id_name_id_index";--> statement-breakpoint
CREATE INDEX "organizations_by_name" ON "organizations" USING btree ((lower(regexp_replace(normalize(replace(name, 'ß', 'ss'), NFKD), '[\u0300-\u036f]', '', 'g')) collate "C"),"id");--> statement-breakpoint
CREATE INDEX "content_templates_by_name" ON "content_templates" USING btree ("client_id",(lower(regexp_replace(normalize(replace(name, 'ß', 'ss'), NFKD), '[\u0300-\u036f]', '', 'g')) collate "C"),"id");