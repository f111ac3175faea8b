import { describe, expect, it } from 'vitest';
import { invite, type Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { enrol } from '../helpers/second-factor.ts';
import { events, ORG } from '../helpers/trail.ts';
import { outcome } from '../helpers/wire.ts';
import { readArchive } from '../helpers/zip.ts';

const portal = portalForThisFile();

const ORGANIZATION = '/api/auth/org';
const PROFILE = '/api/auth/account/profile';
const demand = (admin: Person, requireTwoFactor: unknown = true) => admin.put(ORGANIZATION, { requireTwoFactor });

/** An organization that requires the second factor, with a member who has none. */
async function strict() {
  const admin = await portal.register();
  const member = await portal.join(admin);
  const pipeline = await admin.pipeline(['read', 'ingest']);
  await enrol(admin);
  await demand(admin);
  return { admin, member, pipeline };
}

describe('An organization that requires the second factor', () => {
  it('is closed to members without one, but for their own account, until they set it up', async () => {
    const { admin, member } = await strict();

    const closed = [
      await member.get('/api/dashboard/kpis'),
      await member.post('/api/cms/pages', { title: 'A page' }),
      await member.get('/api/billing/subscription'),
      await member.get('/api/insights/history'),
      await member.get(ORGANIZATION),
      await member.get('/api/auth/org/members'),
      await member.get('/api/auth/org/activity'),
      await member.get('/trpc/dashboard.goals.list'),
    ];
    const open = [
      await member.get(PROFILE),
      await member.get('/api/auth/account/sessions'),
      await member.get('/api/auth/org/list'),
      await admin.get('/api/dashboard/kpis'),
    ];
    await enrol(member);

    expect(closed.map(({ headers }) => headers['x-error-code'])).toEqual(Array(8).fill('TWO_FACTOR_REQUIRED'));
    expect(closed.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(403));
    expect(open.map(outcome)).toEqual(Array(4).fill('200'));
    expect(open[0]?.json().data).toMatchObject({ twoFactorRequired: true });
    expect(outcome(await member.get('/api/dashboard/kpis'))).toBe('200');
    expect((await member.get(PROFILE)).json().data).toMatchObject({ twoFactorRequired: false });
  });

  it('is left out of the archive of a member without one', async () => {
    const { member } = await strict();
    const elsewhere = await portal.register();
    const { token } = await invite(elsewhere, { email: member.email });
    const orgIds = [member.orgId, elsewhere.orgId];
    const written = async () => {
      const { files } = readArchive((await member.get('/api/auth/account/export')).rawPayload);
      return orgIds.map((orgId) => files.has(`organizations/${orgId}/insight_runs.ndjson`));
    };
    await member.post('/api/auth/accept-invitation', { token });

    const without = await written();
    await enrol(member);

    expect(without).toEqual([false, true]);
    expect(await written()).toEqual([true, true]);
  });

  it('is open to its API keys', async () => {
    const { pipeline } = await strict();

    const answers = [await pipeline.get('/api/dashboard/kpis'), await pipeline.post('/api/ingest/records', [])];

    expect(answers.map(({ headers }) => headers['x-error-code'])).not.toContain('TWO_FACTOR_REQUIRED');
    expect(answers[0]?.statusCode).toBe(200);
  });

  it('lets new members in once they have one', async () => {
    const { admin } = await strict();
    const member = await portal.join(admin);

    const before = await member.get('/api/dashboard/goals');
    await enrol(member);

    expect([outcome(before), outcome(await member.get('/api/dashboard/goals'))]).toEqual([
      '403 TWO_FACTOR_REQUIRED',
      '200',
    ]);
  });

  it('closes again to who turns their second factor off, and can be left', async () => {
    const { admin, member } = await strict();
    await enrol(member);
    await member.post('/api/auth/2fa/disable');

    const closed = await member.get('/api/dashboard/kpis');

    expect(outcome(closed)).toBe('403 TWO_FACTOR_REQUIRED');
    expect(outcome(await member.post('/api/auth/org/leave'))).toBe('200');
    expect((await admin.get('/api/auth/org/members')).json().data).toHaveLength(1);
  });
});

describe('PUT /api/auth/org {requireTwoFactor}', () => {
  it('is for administrators who have a second factor', async () => {
    const admin = await portal.register();
    const member = await portal.join(admin);

    const refused = [await demand(admin), await demand(member), await demand(admin, 'true')];

    expect(refused.map(outcome)).toEqual(['403 TWO_FACTOR_REQUIRED', '403 FORBIDDEN', '400 VALIDATION_ERROR']);
    expect((await admin.get(ORGANIZATION)).json().data.requireTwoFactor).toBe(false);
  });

  it('is in the record and in the trail, and can be turned off', async () => {
    const { admin, member } = await strict();

    const off = await demand(admin, false);

    expect(off.json().data.requireTwoFactor).toBe(false);
    expect(outcome(await member.get('/api/dashboard/kpis'))).toBe('200');
    expect((await events(admin, ORG))[0]).toMatchObject({
      type: 'organization_updated',
      details: { fields: ['requireTwoFactor'], requireTwoFactor: false },
    });
  });
});
