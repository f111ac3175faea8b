import { randomUUIDv7 } from 'node:crypto';
import { timestamp, uuid } from 'drizzle-orm/pg-core';

export const id = () =>
  uuid()
    .notNull()
    .$defaultFn(() => randomUUIDv7());
export const moment = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });
export const createdAt = () => moment().notNull().defaultNow();
export const updatedAt = () =>
  moment()
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date());
