import { describe, expect, it } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile();

const ALERT = { metric: 'sessions', when: 'below', value: 100, channels: ['mail'] };

describe('Alerts', () => {
  it('are made, changed in part and deleted by administrators, and read by members', async () => {
    const admin = await portal.register();
    const member = await portal.join(admin);
    const stranger = await portal.register();

    const made = await admin.post('/api/alerts', { ...ALERT, quietHours: { from: 20, to: 7 } });
    const { id } = made.json().data;
    const changed = await admin.put(`/api/alerts/${id}`, { muted: true, quietHours: null });

    expect(made.statusCode).toBe(201);
    expect(changed.json().data).toMatchObject({ ...ALERT, muted: true, quietHours: null, firingSince: null });
    expect((await member.get('/api/alerts')).json().data).toHaveLength(1);
    expect((await member.get(`/api/alerts/${id}/firings`)).json().data).toEqual([]);
    for (const answer of [
      await member.post('/api/alerts', ALERT),
      await member.put(`/api/alerts/${id}`, { muted: false }),
      await member.del(`/api/alerts/${id}`),
    ])
      expect(answer.statusCode).toBe(403);
    for (const answer of [
      await stranger.get(`/api/alerts/${id}/firings`),
      await stranger.put(`/api/alerts/${id}`, { muted: false }),
      await stranger.del(`/api/alerts/${id}`),
    ])
      expect(answer.statusCode).toBe(404);
    expect((await admin.del(`/api/alerts/${id}`)).statusCode).toBe(200);
    expect((await admin.get('/api/alerts')).json().data).toEqual([]);
  });

  it.each([
    ['value', { value: null }],
    ['value', { when: 'drops_by', value: 0 }],
    ['value', { when: 'moved', metric: 'mention_rate' }],
    ['when', { when: 'moved', value: null }],
    ['value', { metric: 'review_rating', value: 9 }],
    ['value', { metric: 'review_rating', when: 'above', value: 0.5 }],
    ['value', { metric: 'review_rating', when: 'drops_by', value: 4.1 }],
    ['value', { metric: 'visibility_score', when: 'above', value: 101 }],
    ['value', { metric: 'mention_rate', when: 'rises_by', value: 150 }],
    ['channels', { channels: [] }],
    ['channels', { channels: ['mail', 'mail'] }],
    ['quietHours', { quietHours: { from: 7, to: 7 } }],
    ['quietHours.to', { quietHours: { from: 7, to: 24 } }],
    ['metric', { metric: 'followers' }],
  ])('are refused for %s: %o', async (path, fields) => {
    const admin = await portal.register();

    const answer = await admin.post('/api/alerts', { ...ALERT, ...fields });

    expect(answer.statusCode).toBe(400);
    expect(answer.json().issues.map((issue: { path: string }) => issue.path)).toContain(path);
  });

  it('do not become senseless by a change', async () => {
    const admin = await portal.register();
    const { id } = (await admin.post('/api/alerts', ALERT)).json().data;

    expect((await admin.put(`/api/alerts/${id}`, { when: 'moved' })).statusCode).toBe(400);
    const moved = { metric: 'mention_rate', when: 'moved', value: null };
    expect((await admin.put(`/api/alerts/${id}`, moved)).json().data).toMatchObject(moved);
    const rating = { metric: 'review_rating', when: 'below', value: 5 };
    expect((await admin.put(`/api/alerts/${id}`, rating)).json().data).toMatchObject(rating);
    const tooHigh = await admin.put(`/api/alerts/${id}`, { value: 5.1 });
    expect(tooHigh.json().issues).toEqual([{ path: 'value', message: 'must be from 1 to 5' }]);
  });

  it('are 50 an organization, also when many come at once', async () => {
    const admin = await portal.register();
    for (let made = 0; made < 48; made++) await admin.post('/api/alerts', ALERT);

    const answers = await Promise.all(Array.from({ length: 5 }, () => admin.post('/api/alerts', ALERT)));

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 409, 409, 409]);
  });
});
