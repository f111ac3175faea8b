import { beforeAll, describe, expect, it } from 'vitest';
import { runLog } from '../../routers/insights/runs.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';
import { query } from '../helpers/wire.ts';

// No input of a caller selects a client.

const portal = portalForThisFile();
let victim: Person;
let stranger: Person;
beforeAll(async () => {
  victim = await portal.register({ orgName: 'Victim' });
  stranger = await portal.register({ orgName: 'Stranger' });
  await (await victim.pipeline()).post('/api/ingest/scans', scan());
  await victim.post('/api/insights/query', { type: 'scoring' });
});

const claims = () => ({
  clientId: victim.orgId,
  client_id: victim.orgId,
  orgId: victim.orgId,
  organizationId: victim.orgId,
  userId: victim.userId,
  user_id: victim.userId,
  tenant: { clientId: victim.orgId },
});
const search = () => {
  const { tenant: _, ...flat } = claims();
  return new URLSearchParams(flat);
};
const headers = () => ({ 'x-client-id': victim.orgId, 'x-org-id': victim.orgId, 'x-user-id': victim.userId });

describe('the name or id of another client in the input', () => {
  it.each(['scores', 'score-history'])('does not show its %s', async (surface) => {
    const own = await stranger.get(`/api/visibility/${surface}`);
    const rest = await stranger.get(`/api/visibility/${surface}?${search()}`, headers());
    const word = surface === 'scores' ? 'scores' : 'scoreHistory';
    const rpc = await stranger.get(query(`visibility.${word}`, claims()), headers());

    expect(rest.json()).toEqual(own.json());
    expect(rpc.json().result.data).toEqual(own.json());
  });

  it('does not show its history', async () => {
    const rest = await stranger.get(`/api/insights/history?${search()}`, headers());
    const rpc = await stranger.get(query('insights.history', claims()), headers());

    expect(rest.json().total).toBe(0);
    expect(rpc.json().result.data.total).toBe(0);
  });

  it('does not change the client of a question', async () => {
    const asker = await portal.register();

    await asker.post('/api/insights/query', { type: 'scoring', ...claims() }, headers());
    await asker.post('/trpc/insights.query', { type: 'scoring', ...claims() }, headers());
    await portal.deps.use(runLog).settled();

    expect((await asker.get('/api/insights/history')).json().total).toBe(2);
    expect((await victim.get('/api/insights/history')).json().total).toBe(1);
  });

  it('does not change the owner of a profile or key', async () => {
    const person = await portal.register();

    const profile = await person.put('/api/auth/account/profile', { name: 'Ada', id: victim.userId, ...claims() });
    await person.post('/api/auth/org/api-keys', { name: 'Mine', scopes: ['read'], ...claims() });

    expect(profile.json().data).toMatchObject({ id: person.userId, orgId: person.orgId, name: 'Ada' });
    expect((await victim.get('/api/auth/account/profile')).json().data.name).toBeNull();
    expect((await person.get('/api/auth/org/api-keys')).json().data).toHaveLength(1);
    expect((await victim.get('/api/auth/org/api-keys')).json().data).toHaveLength(1);
  });

  it('does not change the client of a scan', async () => {
    const person = await portal.register();
    const pipeline = await person.pipeline();
    const before = (await victim.get('/api/visibility/scores')).json();

    const { runId } = (await pipeline.post('/api/ingest/scans', scan(claims()), headers())).json();

    expect((await person.get('/api/visibility/scores')).json().data.runId).toBe(runId);
    expect((await victim.get('/api/visibility/scores')).json()).toEqual(before);
  });

  it('does not join its organization at registration', async () => {
    const person = await portal.register({ orgName: 'Own', ...claims() });

    expect(person.orgId).not.toBe(victim.orgId);
    expect(person.userId).not.toBe(victim.userId);
  });
});

describe('the id of another client in a path', () => {
  it('returns the same 404 as an unknown id', async () => {
    const [session] = (await victim.get('/api/auth/account/sessions')).json();
    const [key] = (await victim.get('/api/auth/org/api-keys')).json().data;
    const unknown = '019c0000-0000-7000-8000-000000000000';

    const paths = ['/api/auth/account/sessions', '/api/auth/org/api-keys'];
    const foreign = [session.id, key.id];
    const answers = await Promise.all(
      paths.map((path, at) =>
        Promise.all([foreign[at], unknown, 'no-id', '%20', '1'].map((id) => stranger.del(`${path}/${id}`))),
      ),
    );

    for (const group of answers) {
      expect(group.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404]);
      expect(new Set(group.map(({ body }) => body)).size).toBe(1);
    }
    expect((await victim.get('/api/auth/account/profile')).statusCode).toBe(200);
    expect((await victim.get('/api/auth/org/api-keys')).json().data).toHaveLength(1);
  });
});
