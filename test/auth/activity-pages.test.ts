import { randomUUIDv7 } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { securityEvents } from '../../db/schema/index.ts';
import { sweepTrail } from '../../server/identity/security-trail.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { type Event, events, ORG, OWN, writeLines } from '../helpers/trail.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const AN_HOUR_AGO = hoursAgo(1);

describe.each([OWN, ORG])('%s', (url) => {
  it('returns pages of 50 events, or of up to 200', async () => {
    const person = await portal.register();
    await writeLines(portal, person, 249, AN_HOUR_AGO);
    const turns = async (query: string) => {
      const { data, hasMore } = (await person.get(url + query)).json() as { data: Event[]; hasMore: boolean };
      return { turns: data.map(({ details }) => details.turn), hasMore };
    };

    const [first, most, rest] = [await turns(''), await turns('?limit=200'), await turns('?limit=200&offset=200')];

    expect(first.turns).toHaveLength(50);
    expect(first.turns.slice(1)).toEqual(Array.from({ length: 49 }, (_, turn) => 248 - turn));
    expect([most.turns.length, most.hasMore, rest.turns.length, rest.hasMore]).toEqual([200, true, 50, false]);
    expect(rest.turns.at(-1)).toBe(0);
  });

  it('continues after an event despite newer events and equal timestamps', async () => {
    const person = await portal.register();
    await writeLines(portal, person, 4, AN_HOUR_AGO);
    await writeLines(portal, person, 4, AN_HOUR_AGO);
    const [, , , third] = await events(person, `${url}?limit=4`);
    await portal.visitor().post('/api/auth/login', { email: person.email, password: person.password });

    const { data, hasMore } = (await person.get(`${url}?before=${third?.id}&limit=4`)).json();

    expect(third?.details.turn).toBe(2);
    expect(data.map(({ details }: Event) => details.turn)).toEqual([2, 1, 1, 0]);
    expect(hasMore).toBe(true);
  });

  it('refuses the event of another user and an unknown event as a cursor', async () => {
    const [person, other] = [await portal.register(), await portal.register()];
    const [foreign] = await events(other);

    const answers = [
      await person.get(`${url}?before=${foreign?.id}`),
      await person.get(`${url}?before=${randomUUIDv7()}`),
    ];

    expect(answers.map(outcome)).toEqual(Array(2).fill('400 INVALID_CURSOR'));
    expect(answers[0]?.body).toBe(answers[1]?.body);
  });

  it.each(['limit=0', 'limit=201', 'limit=ten', 'limit=1e1', 'offset=-1', 'offset=10001', 'before=yesterday'])(
    'refuses %s',
    async (query) => {
      const person = await portal.register();

      expect(outcome(await person.get(`${url}?${query}`))).toBe('400 VALIDATION_ERROR');
    },
  );
});

describe('The security trail', () => {
  it('keeps events for 400 days', async () => {
    const person = await portal.register();
    await writeLines(portal, person, 1, hoursAgo(400 * 24 - 1));
    await writeLines(portal, person, 1, hoursAgo(400 * 24 + 1));

    await sweepTrail(portal.deps.database.asMaintenance());

    const kept = await portal.deps.database.accounts.$count(securityEvents, eq(securityEvents.userId, person.userId));
    expect(kept).toBe(2);
  });
});
