import { numeric, pgEnum, text } from 'drizzle-orm/pg-core';

// Shared by the tables that records are taken in to: see records.ts of each domain. A column has the name that the
// record's field has on the wire, in whatever case, so that no list of pairs has to be kept.

/** Most urgent first, and so is their order in the database. */
export const priority = pgEnum('priority', ['high', 'medium', 'low']);

/** The name that the sender gave the record; with the client and the table it is the record's identity. */
export const externalId = () => text().notNull();

/** Money, exact to a hundredth of a cent. */
export const moneyAmount = () => numeric({ precision: 16, scale: 4, mode: 'number' }).notNull();

/** A count that attribution may split, exact to a hundredth. */
export const splitCount = () => numeric({ precision: 14, scale: 2, mode: 'number' }).notNull();
