import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { alertFirings, memberships, organizations, users } from '../../db/schema/index.ts';
import { tellAlerts } from '../../routers/alerts/tell.ts';
import { plusDays, todayIn } from '../../routers/values/days.ts';
import { clientDb } from '../helpers/client-db.ts';
import { registerVerified } from '../helpers/notices.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { aeo, answer, listing } from '../helpers/scan-parts.ts';
import { scan } from '../helpers/scans.ts';
import { listener, sendEvents } from '../helpers/webhooks.ts';

const portal = portalForThisFile();

const YESTERDAY = plusDays(todayIn('UTC'), -1);

async function makeAlert(person: Person, fields: object = {}) {
  const alert = { metric: 'sessions', when: 'below', value: 100, channels: ['mail', 'webhook'], ...fields };
  const response = await person.post('/api/alerts', alert);
  if (response.statusCode !== 201) throw new Error(`The alert was refused: ${response.body}`);
  return response.json().data.id as string;
}

const firingsOf = async (person: Person, id: string) =>
  (await person.get(`/api/alerts/${id}/firings`)).json().data as Record<string, unknown>[];

/** Reports visits of yesterday; the same record again with another number. */
async function visits(person: Person, sessions: number) {
  const pipeline = await person.pipeline();
  const row = record('website_daily', { date: YESTERDAY, source: 'ga4', sessions });
  await pipeline.post('/api/ingest/records', [{ ...row, externalId: 'yesterday' }]);
}

async function scanned(person: Person, dynamicScore: number, minute: number, parts: object = {}) {
  const pipeline = await person.pipeline();
  const completedAt = new Date(Date.now() - 3_600_000 + minute * 60_000).toISOString();
  const overall = { rawScore: 60, dynamicScore, confidence: 0.8 };
  const { statusCode, body } = await pipeline.post('/api/ingest/scans', scan({ completedAt, overall, ...parts }));
  if (statusCode !== 201) throw new Error(body);
}

/** Tells what is due, and returns the mails about alerts, oldest first. */
async function told({ email }: Person) {
  await tellAlerts(portal.deps);
  const mails = await portal.mailTo(email);
  return mails.filter(({ text }) => text?.includes('an alert that you made'));
}

describe('An alert', () => {
  it('tells its maker once that its condition is met, and once that it is over', async () => {
    const person = await registerVerified(portal);
    const { receiver } = await listener(person, ['alert.fired', 'alert.resolved']);
    const id = await makeAlert(person);

    await visits(person, 90);
    await visits(person, 80);
    const during = await told(person);
    const shown = (await person.get('/api/alerts')).json().data[0];
    await visits(person, 120);
    await visits(person, 130);
    const after = await told(person);
    await sendEvents(portal);

    expect(during.map(({ subject }) => subject)).toEqual(['The number of visits in 7 days is below 100']);
    expect(shown.firingSince).not.toBeNull();
    expect(after.map(({ subject }) => subject)).toEqual([
      'The number of visits in 7 days is below 100',
      'Over: The number of visits in 7 days is below 100',
    ]);
    expect(await firingsOf(person, id)).toMatchObject([{ value: 90, endValue: 120, endedAt: expect.any(String) }]);
    const facts = { alertId: id, metric: 'sessions', when: 'below', threshold: 100 };
    expect(receiver.arrivals.map(({ type, data }) => [type, data])).toEqual([
      ['alert.fired', { ...facts, value: 90 }],
      ['alert.resolved', { ...facts, value: 120 }],
    ]);
  });

  it('compares a scan with the one before, and is over at the next that does not drop', async () => {
    const person = await registerVerified(portal);
    const id = await makeAlert(person, { metric: 'visibility_score', when: 'drops_by', value: 5 });

    for (const [minute, score] of [70.1, 65.1, 58, 57].entries()) await scanned(person, score, minute);

    expect(await firingsOf(person, id)).toMatchObject([{ value: 65.1, endValue: 57 }]);
  });

  it('counts wrong listings, clicks, leads and ratings as the pages do', async () => {
    const person = await registerVerified(portal);
    const ids = await Promise.all(
      [
        { metric: 'listing_errors', when: 'above', value: 0 },
        { metric: 'clicks', when: 'rises_by', value: 10 },
        { metric: 'conversions', when: 'above', value: 2 },
        { metric: 'review_rating', when: 'below', value: 4 },
        { metric: 'mention_rate', when: 'moved' },
      ].map((fields) => makeAlert(person, { value: null, ...fields })),
    );
    const wrong = listing({ listedPhone: '+1 000 000 0000', verificationStatus: 'verified' });
    await scanned(person, 60, 0, { listings: [wrong] });
    const pipeline = await person.pipeline();
    const clicks = (date: string, count: number) =>
      record('search_daily', { date, query: null, page: null, clicks: count, impressions: 100 });
    await pipeline.post('/api/ingest/records', [
      clicks(plusDays(YESTERDAY, -7), 10),
      clicks(YESTERDAY, 20),
      record('website_daily', { date: YESTERDAY, conversions: 3 }),
      record('review', { rating: 3.5, publishedAt: new Date(Date.now() - 86_400_000).toISOString() }),
    ]);

    const values = await Promise.all(ids.map(async (id) => (await firingsOf(person, id)).map(({ value }) => value)));

    expect(values).toEqual([[1], [20], [3], [3.5], []]);
  });

  it('fires when the mention rate moves by more than chance explains, and is over when it does not', async () => {
    const person = await registerVerified(portal);
    const id = await makeAlert(person, { metric: 'mention_rate', when: 'moved', value: null, channels: ['mail'] });
    const answers = (mentioned: boolean) => {
      const ofAll = Array.from({ length: 10 }, (_, n) => answer({ prompt: `Question ${n}`, mentioned }));
      return { aeo: aeo({ answers: ofAll }) };
    };

    await scanned(person, 60, 0, answers(false));
    await scanned(person, 60, 1, answers(true));
    const during = await told(person);
    await scanned(person, 60, 2, answers(true));
    const after = await told(person);

    expect(await firingsOf(person, id)).toMatchObject([{ value: 100, endValue: 100 }]);
    expect([during.length, after.length]).toEqual([1, 2]);
  });

  it('says nothing where nothing is known', async () => {
    const person = await registerVerified(portal);
    const id = await makeAlert(person, { metric: 'clicks' });

    await visits(person, 1);

    expect(await firingsOf(person, id)).toEqual([]);
  });

  it('records its firings and tells nobody while it is muted', async () => {
    const person = await registerVerified(portal);
    const { receiver } = await listener(person, ['alert.fired', 'alert.resolved']);
    const id = await makeAlert(person, { muted: true });

    await visits(person, 90);
    await visits(person, 110);
    await sendEvents(portal);

    expect(await told(person)).toEqual([]);
    expect(receiver.arrivals).toEqual([]);
    expect(await firingsOf(person, id)).toHaveLength(1);
  });

  it('holds mails back in quiet hours, sends one afterwards, and lets webhooks go', async () => {
    const person = await registerVerified(portal);
    const { receiver } = await listener(person, ['alert.fired', 'alert.resolved']);
    const hour = new Date().getUTCHours();
    await makeAlert(person, { quietHours: { from: (hour + 23) % 24, to: (hour + 3) % 24 } });

    await visits(person, 90);
    await visits(person, 110);
    await visits(person, 80);
    await visits(person, 120);
    const quiet = await told(person);
    await sendEvents(portal);
    const due = await clientDb(portal, person.orgId).select().from(alertFirings);
    await clientDb(portal, person.orgId).update(alertFirings).set({ tellAt: sql`now()` });
    const after = await told(person);

    expect(quiet).toEqual([]);
    expect(receiver.arrivals).toHaveLength(4);
    for (const { tellAt } of due) expect(tellAt?.getUTCHours()).toBe((hour + 3) % 24);
    expect(after.map(({ subject }) => subject)).toEqual(['Over: The number of visits in 7 days is below 100']);
    expect(after[0]?.text).toContain('It fired 2 times since the last message.');
  });

  it('becomes one mail an hour where its figure flaps', async () => {
    const person = await registerVerified(portal);
    const id = await makeAlert(person);

    for (let time = 0; time < 8; time++) {
      await visits(person, 90);
      await told(person);
      await visits(person, 110);
      await told(person);
    }

    expect(await firingsOf(person, id)).toHaveLength(8);
    expect(await told(person)).toHaveLength(6);
    const held = await clientDb(portal, person.orgId).select().from(alertFirings).orderBy(alertFirings.at);
    for (const { tellAt } of held.slice(3)) expect(tellAt?.getTime()).toBeGreaterThan(Date.now() + 3_000_000);
  });

  it('fires once where several figures come at once', async () => {
    const person = await registerVerified(portal);
    const id = await makeAlert(person);
    const pipeline = await person.pipeline();

    await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        pipeline.post('/api/ingest/records', [
          record('website_daily', { date: plusDays(YESTERDAY, -n), source: 'ga4', sessions: 10 }),
        ]),
      ),
    );

    expect(await firingsOf(person, id)).toHaveLength(1);
    expect(await told(person)).toHaveLength(1);
  });

  it('tells nobody who is no longer a member, or has not shown that the address is theirs', async () => {
    const person = await registerVerified(portal);
    const maker = await portal.join(person, 'admin');
    await makeAlert(maker);
    await visits(person, 90);
    expect(await told(maker)).toEqual([]);

    const { accounts } = portal.deps.database;
    await makeAlert(person);
    await accounts.update(users).set({ emailVerified: true }).where(eq(users.id, maker.userId));
    await accounts.delete(memberships).where(eq(memberships.userId, maker.userId));
    await visits(person, 110);

    expect(await told(maker)).toEqual([]);
  });

  it('waits while its client is suspended, and goes with its client', async () => {
    const person = await registerVerified(portal);
    await makeAlert(person);
    await visits(person, 90);
    const { accounts } = portal.deps.database;
    const become = (status: 'active' | 'suspended') =>
      accounts.update(organizations).set({ status }).where(eq(organizations.id, person.orgId));

    await become('suspended');
    expect(await told(person)).toEqual([]);
    await become('active');
    expect(await told(person)).toHaveLength(1);

    await accounts.delete(organizations).where(eq(organizations.id, person.orgId));
    expect(await clientDb(portal, person.orgId).select().from(alertFirings)).toEqual([]);
  });
});
