import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { insightFeedback, insightRuns } from '../../db/schema/index.ts';
import { runLog } from '../../routers/insights/runs.ts';
import { clientDb } from '../helpers/client-db.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

/** Asks a question and returns the id of its run, as told in the header. */
async function asked(person: Person) {
  const { headers } = await person.post('/api/insights/query', { type: 'scoring' });
  return String(headers['x-insight-run']);
}

const rate = (person: Person, run: string, body: object) => person.post(`/api/insights/runs/${run}/feedback`, body);

describe('X-Insight-Run', () => {
  it('is the id of the run on answers over REST and tRPC, and on neither errors nor batches', async () => {
    const person = await portal.register();
    const [rest, trpc] = [
      await person.post('/api/insights/query', { type: 'scoring' }),
      await person.post('/trpc/insights.query', { type: 'playbook' }),
    ];
    const batch = await person.post('/trpc/insights.query,insights.query?batch=1', {
      0: { type: 'scoring' },
      1: { type: 'scoring' },
    });
    const refused = await person.post('/api/insights/query', { type: 'nlq' });
    await portal.deps.use(runLog).settled();

    const runs = await clientDb(portal, person.orgId).select().from(insightRuns);
    const playbook = runs.find(({ runType }) => runType === 'playbook');
    const header = 'x-insight-run';
    expect(runs).toHaveLength(4);
    expect(runs.map(({ id }) => id)).toContain(rest.headers[header]);
    expect(trpc.headers[header]).toBe(playbook?.id);
    expect([batch.headers[header], refused.headers[header]]).toEqual([undefined, undefined]);
  });

  it('is the id of a run that can be read at once', async () => {
    const person = await portal.register();
    const read = async () => (await person.get(`/api/insights/runs/${await asked(person)}`)).statusCode;

    const answers = await Promise.all(Array.from({ length: 20 }, read));

    expect(new Set(answers)).toEqual(new Set([200]));
  });
});

describe('Feedback on an insight run', () => {
  it('is stored, and replaced by a second one of the same user', async () => {
    const person = await portal.register();
    const run = await asked(person);

    const first = await rate(person, run, { helpful: false, comment: 'No figures.' });
    const second = await rate(person, run, { helpful: true });

    const { data } = first.json();
    expect(first.statusCode).toBe(200);
    expect(data).toEqual({
      run_id: run,
      helpful: false,
      comment: 'No figures.',
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(second.json().data).toMatchObject({ helpful: true, comment: null, created_at: data.created_at });
    expect(Date.parse(second.json().data.updated_at)).toBeGreaterThan(Date.parse(data.updated_at));
    expect(await clientDb(portal, person.orgId).select().from(insightFeedback)).toHaveLength(1);
  });

  it('is shown with the run: who gave it and when, and in the list how many it helped', async () => {
    const admin = await portal.register({ name: 'Dana' });
    const member = await portal.join(admin, 'member', { name: 'Priya' });
    const run = await asked(admin);
    const other = await asked(admin);
    await rate(admin, run, { helpful: true, comment: 'Yes.' });
    await rate(member, run, { helpful: false });
    await portal.deps.use(runLog).settled();

    const list = (await member.get('/api/insights/runs')).json().data;
    const { data } = (await member.get(`/api/insights/runs/${run}`)).json();
    const history = (await member.get('/api/insights/history')).json().runs;

    const { feedback, ...shown } = data;
    const at = { created_at: expect.any(String), updated_at: expect.any(String) };
    expect(list.map(({ id, feedback }: Record<string, unknown>) => [id, feedback])).toEqual(
      expect.arrayContaining([
        [other, { helpful: 0, unhelpful: 0, own: null }],
        [run, { helpful: 1, unhelpful: 1, own: false }],
      ]),
    );
    expect(feedback).toEqual([
      { by: { id: member.userId, name: 'Priya' }, helpful: false, comment: null, ...at },
      { by: { id: admin.userId, name: 'Dana' }, helpful: true, comment: 'Yes.', ...at },
    ]);
    expect(history).toContainEqual(shown);
  });

  it('goes with its run', async () => {
    const person = await portal.register();
    const db = clientDb(portal, person.orgId);
    await rate(person, await asked(person), { helpful: true });
    await portal.deps.use(runLog).settled();

    await db.delete(insightRuns);

    expect(await db.select().from(insightFeedback)).toEqual([]);
  });

  it.each([
    ['nothing', {}],
    ['a word', { helpful: 'yes' }],
    ['a number', { helpful: 1 }],
    ['a long comment', { helpful: true, comment: 'x'.repeat(2001) }],
  ])('is refused for %s, in the form of insights errors', async (_what, body) => {
    const person = await portal.register();

    const response = await rate(person, await asked(person), body);

    expect(outcome(response)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(response.json())).toEqual(['error']);
  });

  it('is 404 for unknown runs and 403 for API keys', async () => {
    const person = await portal.register();
    const run = await asked(person);
    const pipeline = await person.pipeline(['read']);

    const unknown = [await rate(person, randomUUID(), { helpful: true }), await rate(person, 'x', { helpful: true })];
    const byKey = await pipeline.post(`/api/insights/runs/${run}/feedback`, { helpful: true });
    const read = await pipeline.get('/api/insights/runs');

    expect([...unknown, byKey].map(outcome)).toEqual(['404 NOT_FOUND', '404 NOT_FOUND', '403 FORBIDDEN']);
    expect(read.statusCode).toBe(200);
  });
});
