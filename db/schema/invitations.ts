import { boolean, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { organizations, role, users } from './accounts.ts';
import { createdAt, id, moment } from './columns.ts';
import { ofOwnClients } from './roles.ts';

/**
 * A pending invitation by the SHA-256 of its token. An address has one per organization: a new one replaces the
 * old. An accepted invitation is deleted and becomes a membership.
 */
export const invitations = pgTable(
  'invitations',
  {
    id: id().primaryKey(),
    orgId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    role: role().notNull(),
    tokenHash: text().notNull().unique(),
    /** The SHA-256 of the second secret, which only the mail has; null where none was sent. */
    proofHash: text(),
    /** Whether it waits for an operator to mail it: its address is then kept past the end of its token. */
    unsent: boolean().notNull().default(false),
    invitedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The operator who was told its link, without whom it ends where they lose the client. No key, as of API keys. */
    operatorId: uuid(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  (invitation) => [
    unique().on(invitation.orgId, invitation.email),
    index().on(invitation.invitedBy),
    index().on(invitation.operatorId),
    index().on(invitation.expiresAt),
    ofOwnClients('org_id'),
  ],
);
