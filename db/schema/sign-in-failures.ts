import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';

/** Consecutive wrong passwords by email address, registered or not, from devices that are not known. */
export const signInFailures = pgTable('sign_in_failures', {
  email: text().primaryKey(),
  count: integer().notNull(),
  lastAt: createdAt(),
});

/** The same for each device that has signed in to the account before. */
export const knownDeviceFailures = pgTable(
  'known_device_failures',
  {
    email: text().notNull(),
    device: text().notNull(),
    count: integer().notNull(),
    lastAt: createdAt(),
  },
  (failures) => [primaryKey({ columns: [failures.email, failures.device] })],
);
