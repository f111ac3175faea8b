import type { AccountDb } from '../../db/handles.ts';
import { authenticators, memberships, operators, organizations, users } from '../../db/schema/index.ts';
import { momentAgo } from './calendar.ts';

/** The person of the demo who runs the portal. */
export const DEMO_OPERATOR = 'operator@example.com';

/** Makes a second factor of the user with this id, as it is stored. */
export type SealSecondFactor = (userId: string) => string;

const SINCE = 420;

/** Seeds somebody who runs the portal, with a second factor, as a member of the company that does. */
export async function seedOperator(
  tx: AccountDb,
  { passwordHash, sealSecondFactor, now }: { passwordHash: string; sealSecondFactor: SealSecondFactor; now: Date },
): Promise<string> {
  const createdAt = momentAgo(now, SINCE);
  const company = { name: 'Lighthouse Local', vertical: 'marketing', timezone: 'America/New_York', createdAt };
  const person = { email: DEMO_OPERATOR, emailVerified: true, passwordHash, name: 'Ines Falk', createdAt };
  const [organization] = await tx.insert(organizations).values(company).returning({ id: organizations.id });
  const [user] = await tx
    .insert(users)
    .values({ ...person, jobTitle: 'Customer success' })
    .returning({ id: users.id });
  if (!organization || !user) throw new Error('The operator of the demo was not inserted.');

  const userId = user.id;
  await tx.insert(memberships).values({ orgId: organization.id, userId, role: 'admin', createdAt });
  await tx.insert(operators).values({ userId, role: 'operator', createdAt });
  // It has the time of the account, by which it is told from one that somebody set up later.
  await tx
    .insert(authenticators)
    .values({ userId, secret: sealSecondFactor(userId), confirmedAt: createdAt, createdAt });
  return userId;
}
