import { describe, expect, it } from 'vitest';
import { sender } from '../helpers/ingest.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';

const portal = portalForThisFile();

describe('GET /api/visibility/social-metrics', () => {
  it('returns empty values without data', async () => {
    const person = await portal.register();

    const response = await person.get('/api/visibility/social-metrics');

    const totals = { followers: 0, reach: 0, engagement: 0 };
    expect(response.json()).toEqual({ ok: true, data: { profiles: [], totals, asOf: null } });
  });

  it('returns the latest report of each profile and their totals', async () => {
    const { person, send } = await sender(portal);
    const at = (day: number) => `2026-02-${10 + day}T00:00:00.000Z`;
    await send([
      record('social_profile', {
        platform: 'instagram',
        handle: '@a',
        followers: 10,
        reach: 5,
        engagement: 2,
        asOf: at(1),
      }),
      record('social_profile', {
        platform: 'instagram',
        handle: '@a',
        followers: 30,
        reach: 7,
        engagement: 4,
        asOf: at(3),
      }),
      record('social_profile', {
        platform: 'instagram',
        handle: '@a',
        followers: 20,
        reach: 6,
        engagement: 3,
        asOf: at(2),
      }),
      record('social_profile', {
        platform: 'linkedin',
        handle: '@a',
        followers: 5,
        reach: 1,
        engagement: 1,
        asOf: at(2),
      }),
    ]);

    const { data } = (await person.get('/api/visibility/social-metrics')).json();

    expect(data.profiles.map((profile: Record<string, unknown>) => [profile.platform, profile.followers])).toEqual([
      ['instagram', 30],
      ['linkedin', 5],
    ]);
    expect(data.totals).toEqual({ followers: 35, reach: 8, engagement: 5 });
    expect(data.asOf).toBe(at(3));
  });
});
