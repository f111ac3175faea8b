import { describe, expect, it, onTestFinished } from 'vitest';
import { DEMO } from '../../demo/seed.ts';
import { startDemoTools } from '../../routers/connections/demo.ts';
import { syncAll } from '../helpers/connections.ts';
import { seedDemoOf } from '../helpers/demo.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile({ own: true });

describe('The demo organization', () => {
  it('is seeded once, accepts sign-ins, and has a year of scans up to today', async () => {
    const seeded = [await seedDemoOf(portal), await seedDemoOf(portal)];

    const signedIn = await portal.visitor().post('/api/auth/login', DEMO);
    const headers = { cookie: `portal_session=${signedIn.cookies[0]?.value}` };
    const history = (await portal.inject({ url: '/api/visibility/score-history', headers })).json().data;
    const { data: scores } = (await portal.inject({ url: '/api/visibility/scores', headers })).json();

    const ageInDays = (Date.now() - Date.parse(scores.asOf)) / 86_400_000;
    expect(seeded).toEqual([true, false]);
    expect(history).toHaveLength(53);
    expect(ageInDays).toBeGreaterThanOrEqual(0);
    expect(ageInDays).toBeLessThan(1);
    expect(scores.components).toHaveLength(9);
  });

  it('has an administrator, two members who can sign in, and an invitation', async () => {
    const signedIn = await portal.visitor().post('/api/auth/login', DEMO);
    const headers = { cookie: `portal_session=${signedIn.cookies[0]?.value}` };
    const members = (await portal.inject({ url: '/api/auth/org/members', headers })).json().data;
    const invited = (await portal.inject({ url: '/api/auth/org/invitations', headers })).json().data;

    const people: { email: string; name: string; role: string }[] = members;
    const theirs = await Promise.all(
      people.map(({ email }) => portal.visitor().post('/api/auth/login', { ...DEMO, email })),
    );

    expect(people.map(({ role }) => role)).toEqual(['admin', 'member', 'member']);
    expect(people.every(({ name }) => name)).toBe(true);
    expect(invited).toMatchObject([{ status: 'pending', role: 'member', invitedBy: { name: people[0]?.name } }]);
    expect(theirs.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  });

  it.each([
    ['aeo_answers', 570],
    ['insight_feedback', 8],
    ['goals', 12],
    ['action_items', 14],
    ['investments', 90],
    ['reviews', 96],
    ['website_daily', 450],
    ['traffic_hourly', 1344],
    ['traffic_sources', 2400],
    ['social_profiles', 130],
  ])('has %s to look at', async (table, least) => {
    const [counted] = await portal.deps.database.accounts.execute(`select count(*)::int from ${table}`);

    expect(counted?.count).toBeGreaterThanOrEqual(least);
  });

  it('has pages in every state, each with a matching history, and a content plan', async () => {
    const signedIn = await portal.visitor().post('/api/auth/login', DEMO);
    const headers = { cookie: `portal_session=${signedIn.cookies[0]?.value}` };
    const ask = async (url: string) => (await portal.inject({ url: `/api${url}`, headers })).json();
    const pages: {
      id: string;
      status: string;
      version: number;
      scheduledAt: string | null;
      scores: { overall: number };
    }[] = await ask('/cms/pages');

    const histories = await Promise.all(
      pages.map(async ({ id }) => [
        await ask(`/cms/pages/${id}`),
        await ask(`/cms/pages/${id}/versions`),
        await ask(`/cms/pages/${id}/activity`),
      ]),
    );
    const [templates, suggestions, analytics, calendar, performance] = await Promise.all(
      [
        '/templates',
        '/content-suggestions',
        '/content-suggestions/analytics',
        '/content-calendar',
        '/content-performance',
      ].map(ask),
    );

    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set(['draft', 'review', 'published']));
    const events = histories.flatMap(([, , { data }]) => data.map(({ type }: { type: string }) => type));
    expect(events.filter((type) => type === 'commented')).toHaveLength(3);
    expect(pages.filter(({ scheduledAt }) => scheduledAt !== null)).toHaveLength(1);
    expect(Math.max(...pages.map(({ scores }) => scores.overall))).toBeGreaterThan(90);
    expect(Math.min(...pages.map(({ scores }) => scores.overall))).toBeLessThan(70);
    for (const [{ data: page }, versions, activity] of histories) {
      expect(versions.data).toHaveLength(page.version);
      const changes = activity.data.filter(({ type }: { type: string }) => !['commented', 'scheduled'].includes(type));
      expect(activity.data).toHaveLength(activity.total);
      expect(changes).toHaveLength(page.version);
      expect(versions.data[0]).toMatchObject({ content: page.content, status: page.status, title: page.title });
      expect(changes[0]).toMatchObject({ toStatus: page.status, createdAt: page.updatedAt });
      expect(page.metadata.author.name).toMatch(/\S \S/);
      for (const [index, { changed, content }] of versions.data.slice(0, -1).entries())
        expect(changed.includes('content')).toBe(content !== versions.data[index + 1].content);
    }
    expect(templates.data.filter(({ vertical }: { vertical: string }) => vertical === 'dental')).toHaveLength(2);
    expect(new Set(suggestions.data.map(({ status }: { status: string }) => status)).size).toBe(4);
    expect(analytics.data).toMatchObject({ pending: 5, ratingsCount: 6 });
    expect(performance.data.pages).toHaveLength(4);
    expect(performance.data.totals.views).toBeGreaterThan(performance.data.comparison.views);
    expect(new Set(calendar.data.map(({ date }: { date: string }) => date)).size).toBeGreaterThan(14);
  });

  it('has a webhook with deliveries, of which one was given up and can be sent again', async () => {
    const signedIn = await portal.visitor().post('/api/auth/login', DEMO);
    const headers = { cookie: `portal_session=${signedIn.cookies[0]?.value}` };
    const ask = async (url: string) => (await portal.inject({ url: `/api${url}`, headers })).json().data;

    const [webhook, ...others] = await ask('/webhooks');
    const deliveries: { status: string; type: string; id: string }[] = await ask(`/webhooks/${webhook.id}/deliveries`);
    const parked = deliveries.filter(({ status }) => status === 'parked');
    const url = `/api/webhooks/${webhook.id}/deliveries/${parked[0]?.id}/replay`;
    const again = await portal.inject({ method: 'POST', url, headers });

    expect([webhook.enabled, others]).toEqual([true, []]);
    expect(deliveries.filter(({ status, type }) => status === 'delivered' && type === 'scan.completed')).toHaveLength(
      6,
    );
    expect(parked).toMatchObject([{ type: 'action_item.updated', attempts: 12, responseStatus: 503 }]);
    expect(again.statusCode).toBe(202);
  });

  it('supports insight queries', async () => {
    const signedIn = await portal.visitor().post('/api/auth/login', DEMO);
    const headers = { cookie: `portal_session=${signedIn.cookies[0]?.value}` };

    const answer = await portal.inject({
      method: 'POST',
      url: '/api/insights/query',
      headers,
      payload: { type: 'playbook' },
    });

    expect(answer.json().recommendations).toHaveLength(5);
  });

  it('has insight runs of every type, answered from the scans of their weeks', async () => {
    const signedIn = await portal.visitor().post('/api/auth/login', DEMO);
    const headers = { cookie: `portal_session=${signedIn.cookies[0]?.value}` };
    const read = async (url: string) => (await portal.inject({ url, headers })).json();

    const { runs, total } = await read('/api/insights/history?limit=50');
    const { data: scans } = await read('/api/visibility/score-history?limit=365');

    const old = runs.filter(
      ({ completed_at: at }: { completed_at: string }) => Date.now() - Date.parse(at) > 3_600_000,
    );
    const scores = new Set(scans.map(({ dynamicScore }: { dynamicScore: number }) => String(dynamicScore)));
    expect(total).toBe(runs.length);
    expect(old.length).toBeGreaterThanOrEqual(12);
    expect(new Set(old.map((run: { run_type: string }) => run.run_type))).toEqual(
      new Set(['nlq', 'scoring', 'playbook', 'explain']),
    );
    for (const { result_data: result } of old) {
      const [, score] = result.answer?.match(/score (?:is|of) ([\d.]+\d)/) ?? [];
      if (score) expect(scores).toContain(score);
      expect(JSON.stringify(result)).not.toMatch(/undefined|NaN|null/);
    }
  });

  it('shows a connection that works, one that fails and one that is being mended, and counts no visit twice', async () => {
    const signedIn = await portal.visitor().post('/api/auth/login', DEMO);
    const headers = { cookie: `portal_session=${signedIn.cookies[0]?.value}` };
    const ask = async (path: string) => (await portal.inject({ url: `/api${path}`, headers })).json().data;
    const states = async () =>
      (await ask('/connections')).map(({ kind, status }: { kind: string; status: string }) => [kind, status]);
    const figures = async () => {
      const { totals, connectedSources } = await ask('/visibility/website-analytics');
      const { totals: search } = await ask('/visibility/search');
      return {
        totals,
        search,
        second: connectedSources.find(({ source }: { source: string }) => source === 'plausible'),
      };
    };
    const before = await figures();
    await syncAll(portal);
    const quiet = await states();

    const { env, database } = portal.deps;
    const tools = await startDemoTools({ ...env, SEED_DEMO: true }, Promise.resolve(database));
    onTestFinished(async () => void (await tools?.stop()));
    const began = Date.now();
    await syncAll(portal);
    const after = await figures();
    const connected: { kind: string; lastSyncAt: string }[] = await ask('/connections');

    const calm = ['revoked', 'connected', 'connected', 'needs_attention'];
    expect(quiet.map(([, status]: string[]) => status)).toEqual(calm);
    expect(await states()).toEqual([
      ['matomo', 'revoked'],
      ['plausible', 'connected'],
      ['search_console', 'connected'],
      ['umami', 'syncing'],
    ]);
    const read = connected.filter(({ lastSyncAt }) => Date.parse(lastSyncAt) >= began);
    expect(read.map(({ kind }) => kind)).toEqual(['plausible', 'search_console', 'umami']);
    expect(after.search).toEqual(before.search);
    expect(after.totals).toEqual(before.totals);
    expect(after.second).toMatchObject({ status: 'connected', totals: { sessions: before.second.totals.sessions } });
  });
});
