ALTER TABLE "invitations" ADD COLUMN "operator_id" uuid;--> statement-breakpoint
CREATE INDEX "invitations_operator_id_index" ON "invitations" USING btree ("operator_id");