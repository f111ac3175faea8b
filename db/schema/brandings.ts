import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { organizations } from './accounts.ts';
import { updatedAt } from './columns.ts';
import { ofOwnClients } from './roles.ts';

/** The brand that the people of a client see. Columns that are null fall back to the portal’s brand. */
export const brandings = pgTable(
  'brandings',
  {
    orgId: uuid()
      .primaryKey()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text(),
    /** Six digits, such as `#1f4b99`. */
    color: text(),
    /** A PNG, JPEG or WebP file, in base64. */
    logo: text(),
    updatedAt: updatedAt(),
  },
  () => [ofOwnClients('org_id')],
);
