import { boolean, doublePrecision, index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { id, moment, updatedAt } from './columns.ts';
import { externalId } from './records.ts';
import { clientId, tenantPolicies } from './tenant.ts';

/** A review of the client on another platform. Rating 1–5. */
export const reviews = pgTable(
  'reviews',
  {
    clientId: clientId(),
    id: id(),
    externalId: externalId(),
    source: text().notNull(),
    rating: doublePrecision().notNull(),
    text: text(),
    authorName: text(),
    publishedAt: moment().notNull(),
    responded: boolean().notNull(),
    /** What the organization has answered, where the source tells it. */
    answer: text(),
    /** Where the review can be read and answered. */
    url: text(),
    updatedAt: updatedAt(),
  },
  (review) => [
    primaryKey({ columns: [review.clientId, review.id] }),
    unique().on(review.clientId, review.externalId),
    index().on(review.clientId, review.publishedAt, review.id),
    ...tenantPolicies(),
  ],
);
