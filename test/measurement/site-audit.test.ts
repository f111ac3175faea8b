import { describe, expect, it } from 'vitest';
import { harborStreetPages } from '../../demo/services/website/harbor-street.ts';
import { auditSite } from '../../routers/measurement/audit/audit-site.ts';
import { findTenant } from '../../server/identity/find-tenant.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { stoppedClock, websiteForThisTest } from '../helpers/websites.ts';

const portal = portalForThisFile();

async function audit(person: Person, startUrl: string) {
  const tenant = await findTenant(portal.deps.database.accounts, person.orgId);
  if (!tenant) throw new Error('The organization is missing.');
  const { now, pause } = stoppedClock();
  return auditSite(portal.deps, tenant, { startUrl, maxPages: 20 }, { now, pause });
}

const seenBy = async (person: Person) => (await person.get('/api/visibility/site-audit')).json().data;

describe('GET /api/visibility/site-audit', () => {
  it('has the full shape before the first audit', async () => {
    const person = await portal.register();

    expect(await seenBy(person)).toEqual({ asOf: null, startUrl: null, pages: [], checks: [], failure: null });
  });

  it('returns what the latest audit found', async () => {
    const person = await portal.register();
    await person.put('/api/auth/org', { name: 'Harbor Street Dental', phone: '+1 207 555 0142' });
    const site = await websiteForThisTest(harborStreetPages);

    const outcome = await audit(person, site.url);

    const { asOf, pages, checks } = await seenBy(person);
    expect(outcome).toEqual({ ok: true, pages: 6 });
    expect(Date.parse(asOf)).toBeGreaterThan(Date.now() - 60_000);
    expect(pages[5]).toEqual({ url: `${site.url}/offers`, status: 404, score: 0, issues: ['status'] });
    expect(checks).toHaveLength(14);
    expect(checks[0]).toEqual({
      key: 'title',
      label: 'Title',
      passed: 5,
      total: 5,
      weight: 10,
      why: expect.stringContaining('70 characters'),
      failing: [],
    });
  });

  it('keeps the results of the audit before one that fails, and says why it failed', async () => {
    const person = await portal.register();
    const site = await websiteForThisTest({ '/': '<title>Home</title>' });
    await audit(person, site.url);
    const before = await seenBy(person);

    const outcome = await audit(person, 'http://127.0.0.1:1/');

    const { failure, ...after } = await seenBy(person);
    expect(outcome).toMatchObject({ ok: false, reason: failure.reason });
    expect({ ...after, failure: null }).toEqual(before);
  });

  it('forgets a failure with the next audit that succeeds', async () => {
    const person = await portal.register();
    const site = await websiteForThisTest({ '/': '<title>Home</title>' });
    await audit(person, 'http://127.0.0.1:1/');
    expect(await seenBy(person)).toMatchObject({ asOf: null, pages: [], failure: { reason: expect.any(String) } });

    await audit(person, site.url);

    expect(await seenBy(person)).toMatchObject({ failure: null, pages: [{ status: 200 }] });
  });
});
