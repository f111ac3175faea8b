import { sql } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';

/**
 * Whether the address of an account was verified by whoever holds the account too, with its session or password. A link
 * alone does not say so: strangers can register any address, and its owner may open the link that they caused.
 */
export const isVerifiedByOwner = sql<boolean>`(${users.emailVerified} and not ${users.verifiedByLink})`;
