import { hash, randomBytes } from 'node:crypto';
import type { AccountDb } from '../../db/handles.ts';
import { invitations, memberships, organizations, users } from '../../db/schema/index.ts';
import type { ClientId } from '../../db/tenant.ts';

/** The demo organization and its people, for the other demo data. */
export interface Demo {
  clientId: ClientId;
  adminId: string;
  memberIds: string[];
  now: Date;
}

const DAY = 24 * 3600 * 1000;

const DEMO_ADMIN = 'demo@example.com';

/** The sign-in of a demo that only this machine reaches. */
export const DEMO = { email: DEMO_ADMIN, password: 'demo portal, please look around' };

const PEOPLE = [
  { email: DEMO_ADMIN, name: 'Dana Moreau', jobTitle: 'Practice manager', role: 'admin', joined: 400 },
  {
    email: 'priya@harborstreetdental.example',
    name: 'Priya Raman',
    jobTitle: 'Marketing lead',
    role: 'member',
    joined: 310,
  },
  {
    email: 'tomas@harborstreetdental.example',
    name: 'Tomás Okafor',
    jobTitle: 'Front desk',
    role: 'member',
    joined: 95,
  },
] as const;

export const DEMO_PEOPLE = PEOPLE.map(({ email }) => email);

const INVITED = 'lena@harborstreetdental.example';

/** Seeds an organization with an administrator and two members with the same password, and an invitation. */
export async function seedOrganization(tx: AccountDb, passwordHash: string, now: Date): Promise<Demo> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY);
  const [organization] = await tx
    .insert(organizations)
    .values({
      name: 'Harbor Street Dental',
      vertical: 'dental',
      website: 'https://harborstreetdental.example',
      timezone: 'America/New_York',
      address: '12 Harbor Street, Suite 3, Portland, ME 04101',
      phone: '+12075550142',
      primaryAnalyticsSource: 'google_analytics',
      createdAt: ago(PEOPLE[0].joined),
    })
    .returning();
  const people = PEOPLE.map(({ role: _, joined, ...person }) => ({
    ...person,
    emailVerified: true,
    passwordHash,
    createdAt: ago(joined),
  }));
  const [admin, ...others] = await tx.insert(users).values(people).returning();
  if (!organization || !admin) throw new Error('The demo organization was not inserted.');

  const orgId = organization.id;
  const seats = [admin, ...others].map(({ id: userId, createdAt }, index) => ({
    orgId,
    userId,
    createdAt,
    role: PEOPLE[index]?.role ?? 'member',
  }));
  await tx.insert(memberships).values(seats);
  // Its token was never sent; a new invitation of the address creates a usable one.
  const tokenHash = hash('sha256', randomBytes(32));
  const invitation = { email: INVITED, role: 'member', tokenHash, invitedBy: admin.id, createdAt: ago(1) } as const;
  await tx.insert(invitations).values({ orgId, ...invitation, expiresAt: ago(-6) });
  return { clientId: orgId as ClientId, adminId: admin.id, memberIds: others.map(({ id }) => id), now };
}
