import { date, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id } from './columns.ts';
import { clientId, tenantPolicies } from './tenant.ts';

/** A note on the charts of the client: what happened on a day. */
export const annotations = pgTable(
  'annotations',
  {
    clientId: clientId(),
    id: id(),
    date: date().notNull(),
    text: text().notNull(),
    /** The user who wrote it. */
    createdBy: uuid().notNull(),
    createdAt: createdAt(),
  },
  (annotation) => [
    primaryKey({ columns: [annotation.clientId, annotation.id] }),
    index().on(annotation.clientId, annotation.date, annotation.id),
    ...tenantPolicies(),
  ],
);
