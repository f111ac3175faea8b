import { describe, expect, it } from 'vitest';
import { headerOf, joinVerified, registerVerified, toldTo } from '../helpers/notices.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';

const APP_URL = 'https://app.example.com';
const portal = portalForThisFile({ besideOthers: true, env: { APP_URL, PUBLIC_URL: 'https://portal.example.org' } });

const tier = (score: number) => [{ key: 'foundation', label: 'Foundation', score, weight: 1 }];
const scoring = (day: string, dynamicScore: number, externalId = day) =>
  scan({
    externalId,
    completedAt: `${day}T02:00:00.000Z`,
    overall: { rawScore: 60, dynamicScore, confidence: 0.8 },
    tiers: tier(dynamicScore),
  });

async function scanned(person: Person, ...scans: object[]) {
  const pipeline = await person.pipeline();
  for (const one of scans) expect((await pipeline.post('/api/ingest/scans', one)).statusCode).toBeLessThan(202);
}

describe('A fall of the score', () => {
  it('is told to every verified member once, with figures, a link and one-click unsubscribe', async () => {
    const admin = await registerVerified(portal, { orgName: 'Harbor Street Dental' });
    const member = await joinVerified(portal, admin);
    const unverified = await portal.join(admin);
    const drop = scoring('2026-02-08', 53.4);

    await scanned(admin, scoring('2026-02-01', 58.4), drop, drop);
    const mails = [await toldTo(portal, admin), await toldTo(portal, member), await toldTo(portal, unverified)];

    expect(mails.map(({ length }) => length)).toEqual([1, 1, 0]);
    const [[mail] = []] = mails;
    expect(mail?.subject).toBe('Your visibility score has fallen');
    expect(mail?.text).toContain('The visibility score of Harbor Street Dental fell from 58.4 to 53.4');
    expect(mail?.text).toContain('- Foundation: 53.4 (−5)');
    expect(mail?.link).toBe(`${APP_URL}/visibility`);
    expect(mail?.html).toContain('<li');
  });

  it('offers to unsubscribe from its kind, signed out, as RFC 8058 says', async () => {
    const admin = await registerVerified(portal);
    await scanned(admin, scoring('2026-02-01', 58.4), scoring('2026-02-08', 50));
    const [mail] = await toldTo(portal, admin);
    if (!mail) throw new Error('No mail came.');

    const header = headerOf(mail, 'list-unsubscribe') ?? '';
    const url = header.slice(1, -1);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const path = url.replace('https://portal.example.org', '');
    const answer = await portal.visitor().post(path, 'List-Unsubscribe=One-Click', form);
    await scanned(admin, scoring('2026-02-15', 30));

    expect(header).toMatch(/^<https:\/\/portal\.example\.org\/unsubscribe\?token=\S+>$/);
    expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(mail.text).toContain(`Unsubscribe from these emails:\n${url}`);
    expect(mail.html).toContain(`<a href="${url}"`);
    expect(answer.statusCode).toBe(200);
    expect(await toldTo(portal, admin)).toHaveLength(1);
  });

  it('is not told below 5 points, for the first scan, for an older scan, and to another organization', async () => {
    const [small, backfill, other] = [
      await registerVerified(portal),
      await registerVerified(portal),
      await registerVerified(portal),
    ];

    await scanned(small, scoring('2026-02-01', 58.4), scoring('2026-02-08', 53.5));
    await scanned(backfill, scoring('2026-02-08', 60), scoring('2026-01-01', 90), scoring('2026-02-01', 20));

    expect([await toldTo(portal, small), await toldTo(portal, backfill)]).toEqual([[], []]);
    expect(await toldTo(portal, other)).toEqual([]);
  });

  it('is told 20 times an hour to an organization at most', async () => {
    const admin = await registerVerified(portal);
    const [pipeline, days] = [await admin.pipeline(), Array.from({ length: 22 }, (_, day) => day)];
    for (const day of days) {
      const completedAt = new Date(Date.UTC(2026, 0, 1 + day)).toISOString();
      const overall = { rawScore: 60, dynamicScore: 100 - day * 5, confidence: 0.8 };
      await pipeline.post('/api/ingest/scans', scan({ completedAt, overall }));
      await toldTo(portal, admin);
    }

    expect(await toldTo(portal, admin)).toHaveLength(20);
  });

  it('is not told to somebody who was removed in the meantime', async () => {
    const admin = await registerVerified(portal);
    const member = await joinVerified(portal, admin);
    const members: { id: string; userId: string }[] = (await admin.get('/api/auth/org/members')).json().data;
    const seat = members.find(({ userId }) => userId === member.userId);
    await scanned(admin, scoring('2026-02-01', 58.4), scoring('2026-02-08', 50));

    await admin.del(`/api/auth/org/members/${seat?.id}`);

    expect([(await toldTo(portal, admin)).length, (await toldTo(portal, member)).length]).toEqual([1, 0]);
  });
});

describe('A requested review', () => {
  it('is told to the other administrators, with the page and who asks', async () => {
    const admin = await registerVerified(portal, { name: 'Dana Moreau' });
    const second = await joinVerified(portal, admin, 'admin');
    const member = await joinVerified(portal, admin, 'member');
    await admin.put('/api/auth/account/profile', { name: 'Dana Moreau' });
    const { id } = (await admin.post('/api/cms/pages', { title: 'Dental <b>implants</b>' })).json().data;

    await admin.put(`/api/cms/pages/${id}`, { status: 'review' });
    await admin.put(`/api/cms/pages/${id}`, { title: 'Dental implants & more' });
    const mails = await toldTo(portal, second);

    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe('A page is ready for review');
    expect(mails[0]?.text).toMatch(/^Dana Moreau has requested a review of a page of .*“Dental implants & more”\.$/m);
    expect(mails[0]?.html).toContain('“Dental implants &amp; more”');
    expect(mails[0]?.link).toBe(`${APP_URL}/content/${id}`);
    expect([await toldTo(portal, admin), await toldTo(portal, member)]).toEqual([[], []]);
  });

  it('is not told of a page that is in the bin', async () => {
    const admin = await registerVerified(portal);
    const second = await joinVerified(portal, admin, 'admin');
    const { id } = (await admin.post('/api/cms/pages', { title: 'Whitening' })).json().data;
    await admin.put(`/api/cms/pages/${id}`, { status: 'review' });

    await admin.del(`/api/cms/pages/${id}`);

    expect(await toldTo(portal, second)).toEqual([]);
  });

  it('is not told when it was withdrawn at once', async () => {
    const admin = await registerVerified(portal);
    const second = await joinVerified(portal, admin, 'admin');
    const { id } = (await admin.post('/api/cms/pages', { title: 'Whitening' })).json().data;

    for (const status of ['review', 'draft']) await admin.put(`/api/cms/pages/${id}`, { status });

    expect(await toldTo(portal, second)).toEqual([]);
  });
});
