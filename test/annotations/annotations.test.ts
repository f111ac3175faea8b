import { describe, expect, it } from 'vitest';
import { annotations } from '../../db/schema/index.ts';
import { clientDb } from '../helpers/client-db.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile();

describe('Notes on charts', () => {
  it('are listed by day, the latest first, to the people of the organization and nobody else', async () => {
    const person = await portal.register();
    const stranger = await portal.register();
    const colleague = await portal.join(person);

    const first = await person.post('/api/annotations', { date: '2026-01-14', text: '  New website  ' });
    await colleague.post('/api/annotations', { date: '2026-02-01', text: 'Prices raised' });

    expect(first.statusCode).toBe(201);
    expect((await colleague.get('/api/annotations')).json().data).toMatchObject([
      { date: '2026-02-01', text: 'Prices raised' },
      { date: '2026-01-14', text: 'New website' },
    ]);
    expect((await person.get('/api/annotations?to=2026-01-31')).json().data).toHaveLength(1);
    expect((await person.get('/api/annotations?from=2026-02-02')).json().data).toEqual([]);
    expect((await person.get('/api/annotations?from=2026-02-01&to=2026-02-01')).json().data).toHaveLength(1);
    expect((await stranger.get('/api/annotations')).json().data).toEqual([]);
    const { id } = first.json().data;
    expect((await stranger.send('DELETE', `/api/annotations/${id}`)).statusCode).toBe(404);
    expect((await person.send('DELETE', `/api/annotations/${id}`)).statusCode).toBe(200);
    expect((await person.send('DELETE', `/api/annotations/${id}`)).statusCode).toBe(404);
  });

  it('are not listed for a period that ends before it begins', async () => {
    const person = await portal.register();

    const answer = await person.get('/api/annotations?from=2026-02-02&to=2026-02-01');

    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'VALIDATION_ERROR',
      issues: [{ path: 'from', message: 'must not be after `to`' }],
    });
  });

  it('have a day and a text of at most 500 characters', async () => {
    const person = await portal.register();
    const send = (date: string, text: string) => person.post('/api/annotations', { date, text });

    expect((await send('2026-01-14', 'x'.repeat(500))).statusCode).toBe(201);
    expect((await send(`${new Date().getFullYear() + 1}-06-30`, 'The move is planned')).statusCode).toBe(201);
    for (const [date, text] of [
      ['2026-01-14', 'x'.repeat(501)],
      ['2026-01-14', ' '],
      ['2026-02-30', 'No day'],
      ['yesterday', 'No day'],
      [`${new Date().getFullYear() + 3}-01-01`, 'Too far ahead'],
      ['9999-12-31', 'No year'],
    ] as const)
      expect((await send(date, text)).statusCode).toBe(400);
  });

  it('are bounded for an organization, also when many come at once', async () => {
    const person = await portal.register();
    const note = { clientId: person.orgId, date: '2026-01-14', text: 'One of many', createdBy: person.userId };
    await clientDb(portal, person.orgId)
      .insert(annotations)
      .values(Array.from({ length: 998 }, () => note));

    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => person.post('/api/annotations', { date: '2026-01-14', text: `Note ${n}` })),
    );

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 409, 409, 409, 409]);
  });
});
