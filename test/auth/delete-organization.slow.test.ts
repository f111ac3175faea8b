import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { archiveAt, eraseAfterGrace, makeExports } from '../helpers/archives.ts';
import { registerOperator } from '../helpers/operators.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { events, ORG } from '../helpers/trail.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile({ restricted: true });

const SCORES = '/api/visibility/scores';
const named = () => portal.register({ orgName: `Client ${randomUUID()}` });
const remove = ({ send, password, orgName }: Person, body: object = {}) =>
  send('DELETE', '/api/auth/org', { password, name: orgName, ...body });

describe('DELETE /api/auth/org', () => {
  it.each([
    ['another password', { password: 'another password' }, '400 INVALID_PASSWORD'],
    ['another name', { name: 'Another' }, '400 VALIDATION_ERROR'],
    ['no name', { name: undefined }, '400 VALIDATION_ERROR'],
  ])('is refused with %s, and changes nothing', async (_what, body, refusal) => {
    const admin = await named();

    expect(outcome(await remove(admin, body))).toBe(refusal);
    expect(outcome(await admin.get(SCORES))).toBe('200');
  });

  it('is refused to members', async () => {
    const admin = await named();
    const member = await portal.join(admin);

    expect(outcome(await remove({ ...member, orgName: admin.orgName }))).toBe('403 FORBIDDEN');
  });

  it('closes the data, tells every administrator by mail once, and is in both trails', async () => {
    const admin = await named();
    const [second, member] = [await portal.join(admin, 'admin'), await portal.join(admin)];
    const operator = await registerOperator(portal);

    const [first, again] = [await remove(admin), await remove(admin)];
    const reads = [await admin.get(SCORES), await member.get(SCORES)];
    const mails = await Promise.all([admin, second, member].map(({ email }) => portal.mailTo(email)));
    const { data } = (await operator.get('/api/operator/activity?limit=1')).json();

    expect([first, again, ...reads].map(outcome)).toEqual([
      '200',
      '200',
      '403 CLIENT_SUSPENDED',
      '403 CLIENT_SUSPENDED',
    ]);
    const told = mails.map(
      (list) => list.filter(({ subject }) => subject === 'Your organization will be deleted').length,
    );
    expect(told).toEqual([1, 1, 0]);
    expect(data[0]).toMatchObject({ type: 'client_erasure_started', actor: { id: admin.userId } });
    expect((await events(admin, ORG))[0]).toMatchObject({ type: 'organization_deletion_started' });
  });

  it('can be undone by the operator, and is done after the grace', async () => {
    const [kept, erased] = [await named(), await named()];
    const operator = await registerOperator(portal);
    await remove(kept);
    await remove(erased);

    await operator.post(`/api/operator/clients/${kept.orgId}/keep`);
    await operator.post(`/api/operator/clients/${erased.orgId}/erase`, { name: erased.orgName });
    const before = outcome(await erased.get('/api/auth/account/profile'));
    await eraseAfterGrace(portal, erased);

    expect(outcome(await kept.get(SCORES))).toBe('200');
    expect([before, outcome(await erased.get('/api/auth/account/profile'))]).toEqual(['200', '401 UNAUTHENTICATED']);
  });
});

describe('POST /api/auth/org/export', () => {
  it('makes an archive of the organization, which its administrators can download', async () => {
    const admin = await named();
    const member = await portal.join(admin);

    const asked = await admin.post('/api/auth/org/export');
    await makeExports(portal, admin);
    const { data } = (await admin.get('/api/auth/org/exports')).json();
    const { manifest } = await archiveAt(portal, data[0].url);

    expect(outcome(asked)).toBe('202');
    expect(data).toMatchObject([{ id: asked.json().data.id, status: 'ready' }]);
    expect(manifest.files).toContainEqual(expect.objectContaining({ path: 'tables/goals.ndjson', rows: 0 }));
    expect((await events(admin, ORG))[0]).toMatchObject({ type: 'organization_exported' });
    const ofMember = [await member.post('/api/auth/org/export'), await member.get('/api/auth/org/exports')];
    expect(ofMember.map(outcome)).toEqual(['403 FORBIDDEN', '403 FORBIDDEN']);
  });

  it('is closed while the organization is suspended', async () => {
    const admin = await named();
    await remove(admin);

    const answers = [await admin.post('/api/auth/org/export'), await admin.get('/api/auth/org/exports')];

    expect(answers.map(outcome)).toEqual(['403 CLIENT_SUSPENDED', '403 CLIENT_SUSPENDED']);
  });
});
