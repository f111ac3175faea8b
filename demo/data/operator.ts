import type { AccountDb } from '../../db/handles.ts';
import { authenticators, memberships, operators, organizations, users } from '../../db/schema/index.ts';
import { momentAgo } from './calendar.ts';

/** The person of the demo who runs the portal. */
export const DEMO_OPERATOR = 'operator@example.com';

/** The person of the demo who looks after the clients of one portfolio. */
export const DEMO_TEAM_OPERATOR = 'east@example.com';

export const DEMO_OPERATORS = [DEMO_OPERATOR, DEMO_TEAM_OPERATOR];

/** Makes a second factor of the user with this id, as it is stored. */
export type SealSecondFactor = (userId: string) => string;

const SINCE = 420;
const PEOPLE = [
  {
    email: DEMO_OPERATOR,
    name: 'Ines Falk',
    jobTitle: 'Customer success',
    role: 'admin',
    limited: false,
    since: SINCE,
  },
  { email: DEMO_TEAM_OPERATOR, name: 'Noor Haddad', jobTitle: 'Region East', role: 'member', limited: true, since: 80 },
] as const;

/** Seeds those who run the portal, with a second factor each, as members of the company that does. */
export async function seedOperators(
  tx: AccountDb,
  { passwordHash, sealSecondFactor, now }: { passwordHash: string; sealSecondFactor: SealSecondFactor; now: Date },
): Promise<{ operatorId: string; teamOperatorId: string }> {
  const company = { name: 'Lighthouse Local', vertical: 'marketing', timezone: 'America/New_York' };
  const [organization] = await tx
    .insert(organizations)
    .values({ ...company, createdAt: momentAgo(now, SINCE) })
    .returning({ id: organizations.id });
  if (!organization) throw new Error('The company of the operators was not inserted.');

  const ids: string[] = [];
  for (const { role, limited, since, ...person } of PEOPLE) {
    const createdAt = momentAgo(now, since);
    const [user] = await tx
      .insert(users)
      .values({ ...person, emailVerified: true, passwordHash, createdAt })
      .returning({ id: users.id });
    if (!user) throw new Error('An operator of the demo was not inserted.');
    const userId = user.id;
    await tx.insert(memberships).values({ orgId: organization.id, userId, role, createdAt });
    await tx.insert(operators).values({ userId, role: 'operator', limited, createdAt });
    // It has the time of the account, by which it is told from one that somebody set up later.
    await tx
      .insert(authenticators)
      .values({ userId, secret: sealSecondFactor(userId), confirmedAt: createdAt, createdAt });
    ids.push(userId);
  }
  const [operatorId = '', teamOperatorId = ''] = ids;
  return { operatorId, teamOperatorId };
}
