import { describe, expect, it } from 'vitest';
import { plusDays, todayIn } from '../../routers/values/days.ts';
import { sender } from '../helpers/ingest.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile();
const URL = '/api/dashboard/kpis';

describe('GET /api/dashboard/kpis', () => {
  it('returns null without data', async () => {
    const person = await portal.register();

    const response = await person.get(URL);

    expect(response.json()).toEqual({
      kpis: { visibilityScore: null, contentHealth: null, reviewScore: null, socialEngagement: null },
    });
  });

  it('returns the latest score, the mean rating of a year and the engagement rate', async () => {
    const { person, send, post } = await sender(portal);
    const day = (ago: number) => `${plusDays(todayIn('UTC'), -ago)}T12:00:00.000Z`;
    await post('/api/ingest/scans', scan());
    await send([
      record('review', { rating: 5, publishedAt: day(10) }),
      record('review', { rating: 4, publishedAt: day(300) }),
      record('review', { rating: 1, publishedAt: day(400) }),
      record('social_profile', { handle: '@a', impressions: 3000, engagementRate: 2, asOf: day(5) }),
      record('social_profile', { handle: '@b', impressions: 1000, engagementRate: 6, asOf: day(5) }),
      record('social_profile', { handle: '@b', impressions: 9000, engagementRate: 90, asOf: day(9) }),
    ]);

    const { kpis } = (await person.get(URL)).json();

    expect(kpis).toMatchObject({ visibilityScore: 58.4, reviewScore: 90, socialEngagement: 3 });
  });

  it('allows private caching for five minutes and changes its ETag with the figures', async () => {
    const { person, send } = await sender(portal);

    const [first, same] = [await person.get(URL), await person.get(URL)];
    await send([record('review', { rating: 2, publishedAt: new Date(Date.now() - 60_000).toISOString() })]);
    const changed = await person.get(URL);

    expect(first.headers['cache-control']).toBe('private, max-age=300, s-maxage=300');
    expect(first.headers.vary).toBe('Cookie');
    expect(same.headers.etag).toBe(first.headers.etag);
    expect(changed.headers.etag).not.toBe(first.headers.etag);
    expect(changed.json().kpis.reviewScore).toBe(40);
  });

  it('returns 304 for a matching If-None-Match', async () => {
    const person = await portal.register();
    const { headers } = await person.get(URL);
    const tag = String(headers.etag);

    const [known, among, other] = [
      await person.get(URL, { 'if-none-match': tag }),
      await person.get(URL, { 'if-none-match': `"other", W/${tag}` }),
      await person.get(URL, { 'if-none-match': '"other"' }),
    ];

    expect([known, among, other].map(({ statusCode }) => statusCode)).toEqual([304, 304, 200]);
    expect(known.body).toBe('');
    expect(known.headers).toMatchObject({ etag: tag, 'cache-control': 'private, max-age=300, s-maxage=300' });
  });

  it('clears the browser cache on an organization switch, and varies by API key', async () => {
    const person = await portal.register();
    const reader = await person.pipeline(['read']);

    const switched = await person.post('/api/auth/org/switch', { orgId: person.orgId });
    const read = await reader.get(URL);

    expect(switched.headers['clear-site-data']).toBe('"cache"');
    expect(read.headers.vary).toBe('Cookie, Authorization');
  });

  it('forbids caching of refusals', async () => {
    const stranger = portal.visitor();

    const response = await stranger.get(URL);

    expect(response.statusCode).toBe(401);
    expect(response.headers['cache-control']).toBe('private, no-store');
  });
});
