import { index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { organizations, role, users } from './accounts.ts';
import { createdAt, id, moment } from './columns.ts';

/**
 * A seat that waits for somebody, by the SHA-256 of the token that takes it. An address has one in an organization: the
 * newest takes the place of the older. One that is taken up is a membership, and no longer here.
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
    invitedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  (invitation) => [unique().on(invitation.orgId, invitation.email), index().on(invitation.expiresAt)],
);
