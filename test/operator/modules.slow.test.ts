import { beforeAll, describe, expect, it } from 'vitest';
import { notices } from '../../db/schema/index.ts';
import { plusDays, todayIn } from '../../routers/values/days.ts';
import { clientDb } from '../helpers/client-db.ts';
import { registerVerified, toldTo } from '../helpers/notices.ts';
import { registerOperator } from '../helpers/operators.ts';
import { reportOf } from '../helpers/pdf.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { fullScan, ingest } from '../helpers/reported.ts';
import { scan } from '../helpers/scans.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();
const today = todayIn('UTC');

let operator: Person;
beforeAll(async () => {
  operator = await registerOperator(portal);
});

const show = (client: Person, modules: string[] | null) =>
  operator.put(`/api/operator/clients/${client.orgId}`, { modules });

/** A client with a scan of today, and a goal and a task that are due. */
async function busyClient() {
  const client = await registerVerified(portal, { orgName: 'Harbor Street Dental' });
  await ingest(client, fullScan({ completedAt: new Date().toISOString() }));
  const soon = plusDays(today, 3);
  const rows = [
    record('goal', { deadline: soon, title: 'A goal of this week' }),
    record('action_item', { due_date: soon, title: 'A task of this week', status: 'open' }),
  ];
  expect(outcome(await (await client.pipeline()).post('/api/ingest/records', rows))).toBe('200');
  return client;
}

async function digestOf(client: Person) {
  const { orgId: clientId } = client;
  await clientDb(portal, clientId).insert(notices).values({ clientId, kind: 'weeklyDigest', subject: today });
  const mails = await toldTo(portal, client);
  return mails.find(({ subject }) => subject === 'Your week in the client portal')?.text;
}

describe('Modules that are hidden from the people of a client', () => {
  it('are left out of the digest', async () => {
    const [all, some, none] = await Promise.all([busyClient(), busyClient(), busyClient()]);
    await show(some, ['goals', 'ai_search']);
    await show(none, ['social']);

    const [whole, part, nothing] = [await digestOf(all), await digestOf(some), await digestOf(none)];

    const lines = ['Your visibility score', 'What moved the score', 'A goal of this week', 'A task of this week'];
    expect(lines.map((line) => whole?.includes(line))).toEqual([true, expect.any(Boolean), true, true]);
    expect(lines.map((line) => part?.includes(line))).toEqual([false, false, true, false]);
    expect(part).not.toContain('What to do next');
    expect(nothing).toBeUndefined();
  });

  it('cause no mails of their own', async () => {
    const client = await registerVerified(portal);
    await show(client, ['goals']);

    for (const [day, dynamicScore] of [
      ['2026-02-01', 80],
      ['2026-02-08', 40],
    ] as const)
      await ingest(
        client,
        scan({ completedAt: `${day}T02:00:00.000Z`, overall: { rawScore: 60, dynamicScore, confidence: 1 } }),
      );

    expect(await toldTo(portal, client)).toEqual([]);
  });

  it('are left out of the PDF report, which says nothing of data that are missing', async () => {
    const client = await busyClient();
    const whole = await reportOf(portal, client);
    await show(client, ['goals', 'visibility']);
    const part = await reportOf(portal, client);
    await show(client, ['reports']);
    const nothing = await reportOf(portal, client);

    const titles = [
      'Areas and components',
      'Competitors',
      'Questions asked',
      'Listings',
      'Goals and progress',
      'Recommendations',
    ];
    const shownIn = ({ text }: { text: string }) => titles.filter((title) => text.includes(title));
    expect(shownIn(whole)).toEqual(titles);
    expect(shownIn(part)).toEqual(['Areas and components', 'Goals and progress']);
    expect(part.text).not.toMatch(/did not cover/);
    expect(nothing.pages).toHaveLength(1);
    expect(nothing.text).not.toContain('64.6');
  });
});
