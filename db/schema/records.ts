import { numeric, pgEnum, text } from 'drizzle-orm/pg-core';

// Shared by the tables of ingested records: see records.ts of each domain. A column has the name of the record's
// field apart from its case, so that no mapping is needed.

/** Most urgent first, which is also the order in the database. */
export const priority = pgEnum('priority', ['high', 'medium', 'low']);

/** The sender's id of the record; unique per client and table. */
export const externalId = () => text().notNull();

/**
 * The record's fields that people have set: ingestion keeps them. A table with this column lets people change its
 * records.
 */
export const peopleFields = () => text().array().notNull().default([]);

/** Money, exact to a hundredth of a cent. */
export const moneyAmount = () => numeric({ precision: 16, scale: 4, mode: 'number' }).notNull();

/** A count that attribution may split, exact to a hundredth. */
export const splitCount = () => numeric({ precision: 14, scale: 2, mode: 'number' }).notNull();
