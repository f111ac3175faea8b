import { type AnyColumn, sql } from 'drizzle-orm';
import { authenticators, organizations } from '../../db/schema/index.ts';

/**
 * Whether the organization of a row requires a second factor that the user lacks. Organizations that require nothing
 * cost no look-up.
 */
export const lacksSecondFactor = (user: AnyColumn | string) =>
  sql<boolean>`${organizations.requireTwoFactor} and not exists (
    select from ${authenticators} where ${authenticators.userId} = ${user})`;
