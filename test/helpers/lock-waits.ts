import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Portal } from './portal.ts';

/**
 * Resolves when a statement of the portal waits for a lock. On a server only: the embedded database has one connection.
 */
export const untilOneWaits = ({ deps: { database } }: Portal) =>
  expect
    .poll(() =>
      database.accounts.execute(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    )
    .not.toHaveLength(0);
