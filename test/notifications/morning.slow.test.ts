import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { webhookDeliveries } from '../../db/schema/index.ts';
import { deliverNotices } from '../../routers/notifications/deliver.ts';
import { morningNotices } from '../../routers/notifications/schedule.ts';
import { plusDays, todayIn } from '../../routers/values/days.ts';
import { clientDb } from '../helpers/client-db.ts';
import { joinVerified, registerVerified, toldTo } from '../helpers/notices.ts';
import type { Person } from '../helpers/people.ts';
import { type Portal, portalForThisTest } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { recommendation } from '../helpers/scan-parts.ts';
import { scan } from '../helpers/scans.ts';
import { listener, makeWebhook, sendEvents } from '../helpers/webhooks.ts';

const MONDAY = '2027-03-08T08:00:00Z';

const note = (portal: Portal, now: string) => portal.deps.use(morningNotices).note(new Date(now));

/** The keys of a portal, for another process of it. */
const keysOf = ({ deps: { env } }: Portal) => ({ ENCRYPTION_KEY: env.ENCRYPTION_KEY, SIGNING_KEY: env.SIGNING_KEY });

/** The ids of the goals with a deadline. */
const goalsOf = async (person: Person, deadline: string): Promise<string[]> =>
  (await person.get('/api/dashboard/goals'))
    .json()
    .data.filter((goal: { deadline: string }) => goal.deadline === deadline)
    .map((goal: { goal_id: string }) => goal.goal_id);

/** An organization with a goal that is due in the week of a day, or without anything. */
async function practice(portal: Portal, timezone: string, due?: string, orgName = 'Harbor Street Dental') {
  const person = await registerVerified(portal, { orgName });
  await person.put('/api/auth/org', { timezone });
  if (due) {
    const deadline = new Date(Date.parse(due) + 3 * 86_400_000).toISOString().slice(0, 10);
    const stored = await (await person.pipeline()).post('/api/ingest/records', [record('goal', { deadline })]);
    expect(stored.json()).toMatchObject({ accepted: 1 });
  }
  return person;
}

// The Monday before and after clocks are put forward in New York and Havana, and put back there.
it.each([
  ['Asia/Kolkata', '2027-03-08T02:30:00Z'],
  ['America/New_York', '2027-03-08T13:00:00Z'],
  ['America/New_York', '2027-03-15T12:00:00Z'],
  ['America/New_York', '2027-11-01T12:00:00Z'],
  ['America/New_York', '2027-11-08T13:00:00Z'],
  ['America/Havana', '2027-03-08T13:00:00Z'],
  ['America/Havana', '2027-03-15T12:00:00Z'],
  ['America/Havana', '2027-11-08T13:00:00Z'],
  ['Pacific/Kiritimati', '2027-03-07T18:00:00Z'],
])('sends the digest in %s at %s and not before', async (timezone, due) => {
  const portal = await portalForThisTest();
  const person = await practice(portal, timezone, due);

  await note(portal, new Date(Date.parse(due) - 1000).toISOString());
  const before = await toldTo(portal, person);
  await note(portal, due);
  const after = await toldTo(portal, person);
  await note(portal, new Date(Date.parse(due) + 3_600_000).toISOString());

  expect([before, after.map(({ subject }) => subject)]).toEqual([[], ['Your week in the client portal']]);
  expect(await toldTo(portal, person)).toHaveLength(1);
});

describe('The weekly digest', () => {
  it('comes later on the same day where the portal was down at 8, not on Tuesday, and once a week', async () => {
    const portal = await portalForThisTest();
    const late = await practice(portal, 'Europe/Berlin', MONDAY);
    const west = await practice(portal, 'Pacific/Midway', MONDAY);

    await note(portal, '2027-03-08T22:00:00Z');
    const afternoon = [await toldTo(portal, late), await toldTo(portal, west)];
    await note(portal, '2027-03-09T11:30:00Z');
    const tuesday = [await toldTo(portal, late), await toldTo(portal, west)];

    expect(afternoon.map(({ length }) => length)).toEqual([1, 1]);
    expect(tuesday.map(({ length }) => length)).toEqual([1, 1]);
  });

  it.each([
    ['UTC', MONDAY],
    ['America/New_York', '2027-03-15T12:00:00Z'],
    ['America/New_York', '2027-11-08T13:00:00Z'],
  ])('is sent once by two portals that note and tell at the same time, in %s at %s', async (zone, monday) => {
    const portal = await portalForThisTest();
    const beside = await portalForThisTest({
      beside: portal,
      env: keysOf(portal),
    });
    const people = [await practice(portal, zone, monday), await practice(portal, zone, monday)];
    const hourBefore = new Date(Date.parse(monday) - 3_600_000).toISOString();

    await Promise.all([portal, beside].map((one) => note(one, hourBefore)));
    await Promise.all([portal, beside, portal, beside].map((one) => note(one, monday)));
    await Promise.all([portal, beside, portal, beside].map(({ deps }) => deliverNotices(deps)));

    for (const person of people) expect(await toldTo(portal, person)).toHaveLength(1);
  });

  it('contains the score, what moved it, goals, tasks and what to do next, to each member, and nothing of others', async () => {
    const portal = await portalForThisTest({ env: { APP_URL: 'https://app.example.com' } });
    const other = await practice(portal, 'UTC', MONDAY, 'Somebody Else');
    const person = await practice(portal, 'UTC');
    const member = await joinVerified(portal, person);
    const pipeline = await person.pipeline();
    const tiers = (score: number) => [{ key: 'foundation', label: 'Foundation', score, weight: 1 }];
    const overall = (dynamicScore: number) => ({ rawScore: 60, dynamicScore, confidence: 0.8 });
    await pipeline.post(
      '/api/ingest/scans',
      scan({ completedAt: '2026-02-01T02:00:00.000Z', overall: overall(60), tiers: tiers(64) }),
    );
    await pipeline.post(
      '/api/ingest/scans',
      scan({
        recommendations: [recommendation({ title: 'Claim the listing' })],
        completedAt: '2026-02-08T02:00:00.000Z',
        overall: overall(62.5),
        tiers: tiers(66),
      }),
    );
    const stored = await pipeline.post('/api/ingest/records', [
      record('goal', { title: '60 reviews', status: 'in_progress', deadline: '2027-03-01' }),
      record('action_item', { title: 'Correct the phone number', status: 'open', due_date: '2027-03-10' }),
      record('action_item', { title: 'Next year', status: 'open', due_date: '2028-03-10' }),
    ]);

    await note(portal, MONDAY);
    const digestOf = async (one: Person) =>
      (await toldTo(portal, one)).find(({ subject }) => subject === 'Your week in the client portal');
    const [mail, copy] = [await digestOf(person), await digestOf(member)];

    expect(stored.json()).toMatchObject({ accepted: 3 });
    expect(mail?.text).toContain('Here is the weekly summary for Harbor Street Dental at app.example.com.');
    expect(mail?.text).toContain('Your visibility score is 62.5 of 100: +2.5 since the scan of February 1, 2026.');
    expect(mail?.text).toContain('What moved the score\n\n- Foundation: 66 (+2)');
    expect(mail?.text).toMatch(/^- 60 reviews: [\d.]+% reached, overdue since March 1, 2027$/m);
    expect(mail?.text).toContain('- Correct the phone number: due on March 10, 2027');
    expect(mail?.text).not.toContain('Next year');
    expect(mail?.text).toContain('What to do next\n\n- Claim the listing');
    expect(mail?.text).toContain('Open the portal:\nhttps://app.example.com/');
    expect(mail?.text).not.toContain('Somebody Else');
    expect(copy?.text?.split('Unsubscribe')[0]).toBe(mail?.text?.split('Unsubscribe')[0]);
    expect((await digestOf(other))?.text).not.toMatch(/Harbor|60 reviews|phone number/);
  });

  it('is not sent when there is nothing to tell, nor to somebody who does not want it', async () => {
    const portal = await portalForThisTest();
    const quiet = await practice(portal, 'UTC');
    const unwanted = await practice(portal, 'UTC', MONDAY);
    await unwanted.put('/api/auth/account/notifications', { weeklyDigest: false });
    const unverified = await portal.join(unwanted);

    await note(portal, MONDAY);

    for (const person of [quiet, unwanted, unverified]) expect(await toldTo(portal, person)).toEqual([]);
  });
});

describe('Overdue goals', () => {
  it('are told in the morning after their last day, once, together', async () => {
    const portal = await portalForThisTest();
    const person = await practice(portal, 'UTC');
    const goal = (title: string, deadline: string, status = 'in_progress') =>
      record('goal', { title, deadline, status });
    await (await person.pipeline()).post('/api/ingest/records', [
      goal('60 reviews', '2027-03-09'),
      goal('Nine directories', '2027-03-09', 'paused'),
      goal('Reached', '2027-03-09', 'completed'),
      goal('Later', '2027-03-10'),
    ]);

    await note(portal, '2027-03-10T07:59:00Z');
    const early = await toldTo(portal, person);
    await note(portal, '2027-03-10T08:00:00Z');
    await note(portal, '2027-03-10T09:00:00Z');
    const mails = await toldTo(portal, person);

    expect(early).toEqual([]);
    expect(mails.map(({ subject }) => subject)).toEqual(['Some goals are overdue']);
    expect(mails[0]?.text).toContain('- 60 reviews\n- Nine directories');
    expect(mails[0]?.text).not.toMatch(/Reached|Later/);
    expect(mails[0]?.link).toBe('http://localhost:3000/goals');
  });

  it('are told to webhooks in the same transaction, once for each due date, also where nobody wants the mail', async () => {
    const portal = await portalForThisTest();
    const beside = await portalForThisTest({ beside: portal, env: keysOf(portal) });
    const person = await practice(portal, 'UTC');
    await person.put('/api/auth/account/notifications', { overdueGoals: false });
    const { receiver } = await listener(person, ['goal.overdue']);
    const goal = (name: string, deadline: string) => record('goal', { deadline, status: 'in_progress' }, name);
    const pipeline = await person.pipeline();
    await pipeline.post('/api/ingest/records', [goal('one', '2027-03-09'), goal('old', '2027-01-31')]);
    const [one] = await goalsOf(person, '2027-03-09');

    await Promise.all([portal, beside].map((process) => note(process, '2027-03-10T08:00:00Z')));
    await note(portal, '2027-03-11T08:00:00Z');
    await pipeline.post('/api/ingest/records', [goal('one', '2027-03-12')]);
    // Nobody was there on the 13th.
    await note(portal, '2027-03-14T08:00:00Z');
    await sendEvents(portal);

    expect(receiver.arrivals.map(({ type, data }) => [type, data.goalId, data.deadline])).toEqual([
      ['goal.overdue', one, '2027-03-09'],
      ['goal.overdue', one, '2027-03-12'],
    ]);
    expect(await toldTo(portal, person)).toEqual([]);
  });

  it('after the mail of a day are told the next morning, also by a process that has started since', async () => {
    const portal = await portalForThisTest();
    const person = await practice(portal, 'UTC');
    const pipeline = await person.pipeline();
    const goal = (title: string) => record('goal', { title, deadline: '2027-03-09', status: 'in_progress' }, title);
    await pipeline.post('/api/ingest/records', [goal('60 reviews')]);
    await note(portal, '2027-03-10T08:00:00Z');
    await toldTo(portal, person);
    await pipeline.post('/api/ingest/records', [goal('Nine directories')]);

    const started = await portalForThisTest({ beside: portal, env: keysOf(portal) });
    await note(started, '2027-03-10T12:00:00Z');
    const sameDay = await toldTo(portal, person);
    await note(started, '2027-03-11T08:00:00Z');
    const [, next] = await toldTo(portal, person);

    expect(sameDay).toHaveLength(1);
    expect(next?.text).toContain('- Nine directories');
    expect(next?.text).not.toContain('60 reviews');
  });

  it('that are set in the afternoon wait for the next morning, also in the first organization of a zone', async () => {
    const portal = await portalForThisTest();
    // Wherever it is afternoon at this moment.
    const offset = 14 - new Date().getUTCHours();
    const zone = `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
    const person = await practice(portal, zone);
    const today = todayIn(zone);
    const goal = record('goal', { title: '60 reviews', deadline: plusDays(today, -1), status: 'in_progress' });
    await (await person.pipeline()).post('/api/ingest/records', [goal]);

    const isTold = async () => (await toldTo(portal, person)).some(({ subject }) => /overdue/.test(subject ?? ''));
    await note(portal, new Date().toISOString());
    const sameDay = await isTold();
    await note(portal, new Date(Date.now() + 86_400_000).toISOString());

    expect([sameDay, await isTold()]).toEqual([false, true]);
  });

  it('that a pipeline sends in great number are all told', async () => {
    const portal = await portalForThisTest();
    const person = await practice(portal, 'UTC');
    const webhook = await makeWebhook(person, 'https://example.com', ['goal.overdue']);
    const goals = Array.from({ length: 1000 }, (_, n) =>
      record('goal', { deadline: '2027-03-09', status: 'paused' }, `${n}`),
    );
    await (await person.pipeline()).post('/api/ingest/records', goals);

    await note(portal, '2027-03-10T08:00:00Z');

    const mine = eq(webhookDeliveries.webhookId, webhook.id);
    expect(await clientDb(portal, person.orgId).$count(webhookDeliveries, mine)).toBe(1000);
  });
});
