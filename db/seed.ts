import { eq } from 'drizzle-orm';
import type { Database } from './connection.ts';
import { demoScans } from './demo/scans.ts';
import { memberships, organizations, scoreRuns, users } from './schema/index.ts';

export const DEMO = { email: 'demo@example.com', password: 'demo portal, please look around' };

/** Puts in an organization worth looking at, dated relative to today. Does nothing, and says so, when it is there. */
export async function seedDemo(
  { db, as }: Database,
  hashPassword: (password: string) => Promise<string>,
): Promise<boolean> {
  const [present] = await db.select({ id: users.id }).from(users).where(eq(users.email, DEMO.email));
  if (present) return false;

  const passwordHash = await hashPassword(DEMO.password);
  const clientId = await db.transaction(async (tx) => {
    const [organization] = await tx
      .insert(organizations)
      .values({
        name: 'Harbor Street Dental',
        vertical: 'dental',
        website: 'https://harborstreetdental.example',
        timezone: 'America/New_York',
        address: '12 Harbor Street, Suite 3, Portland, ME 04101',
        phone: '+12075550142',
      })
      .returning();
    const [user] = await tx
      .insert(users)
      .values({ email: DEMO.email, emailVerified: true, name: 'Dana Moreau', passwordHash })
      .returning();
    if (!organization || !user) throw new Error('The demo organization was not inserted.');
    await tx.insert(memberships).values({ orgId: organization.id, userId: user.id, role: 'admin' });
    return organization.id;
  });

  await as({ role: 'portal_tenant', clientId })
    .insert(scoreRuns)
    .values(demoScans(new Date()).map((scan) => ({ clientId, ...scan })));
  return true;
}
