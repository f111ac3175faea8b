import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { invitations, memberships, users } from '../../db/schema/index.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const INVITATIONS = '/api/auth/org/invitations';
const address = () => `${randomUUID()}@example.com`;

describe('An organization', () => {
  it('has at most 500 members and pending invitations', async () => {
    const admin = await portal.register();
    const { accounts: db } = portal.deps.database;
    const orgId = admin.orgId;
    const people = Array.from({ length: 300 }, () => ({ email: address(), passwordHash: 'none' }));
    const made = await db.insert(users).values(people).returning();
    await db.insert(memberships).values(made.map(({ id }) => ({ orgId, userId: id })));
    const expiresAt = new Date(Date.now() + 60_000);
    const waiting = Array.from({ length: 198 }, () => ({
      orgId,
      email: address(),
      role: 'member' as const,
      tokenHash: randomUUID(),
      expiresAt,
    }));
    await db.insert(invitations).values(waiting);

    const last = await admin.post(INVITATIONS, { email: address() });
    const tooMany = await admin.post(INVITATIONS, { email: address() });
    const again = await admin.post(INVITATIONS, { email: last.json().invitation.email });

    expect([last, tooMany, again].map(outcome)).toEqual(['201', '400 VALIDATION_ERROR', '201']);
    expect((await admin.get(INVITATIONS)).json().data).toHaveLength(199);
    expect((await admin.get('/api/auth/org/members')).json().data).toHaveLength(301);
  });
});
