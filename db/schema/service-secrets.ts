import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';

/** The secrets of the insights service by their keyed hash, with the time of the first start with each. */
export const serviceSecrets = pgTable('service_secrets', { hash: text().primaryKey(), since: createdAt() });
