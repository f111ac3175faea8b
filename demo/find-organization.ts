import { eq } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { memberships, organizations, users } from '../db/schema/index.ts';
import { DEMO } from './data/organization.ts';

/** The demo organization; undefined where there is no demo. */
export async function demoOrganization({ accounts }: Database) {
  const [row] = await accounts
    .select({ clientId: organizations.id, name: organizations.name })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .innerJoin(organizations, eq(organizations.id, memberships.orgId))
    .where(eq(users.email, DEMO.email))
    .orderBy(memberships.createdAt)
    .limit(1);
  return row;
}
