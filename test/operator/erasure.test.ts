import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { clientErasures, operatorEvents, organizations, trafficHourly, users } from '../../db/schema/index.ts';
import { startErasure } from '../../routers/operator/erasure/start-erasure.ts';
import { eraseAfterGrace, eraseNow } from '../helpers/archives.ts';
import { clientDb } from '../helpers/client-db.ts';
import { REASON, registerOperator } from '../helpers/operators.ts';
import { invite, type Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile({ restricted: true });
const DAY = 24 * 3600 * 1000;

let operator: Person;
beforeAll(async () => {
  operator = await registerOperator(portal);
});

const ACCEPT = '/api/auth/accept-invitation';

const call = ({ orgId }: { orgId: string }, verb: string, body?: object) =>
  operator.post(`/api/operator/clients/${orgId}/${verb}`, body);
const named = () => portal.register({ orgName: `Client ${randomUUID()}` });
const erase = (client: Person) => call(client, 'erase', { name: client.orgName });

const typesAbout = async ({ orgId }: Person) =>
  (
    await portal.deps.database.accounts
      .select()
      .from(operatorEvents)
      .where(eq(operatorEvents.orgId, orgId))
      .orderBy(operatorEvents.id)
  ).map(({ type, actorId }) => [type, actorId]);

const organizationOf = async ({ orgId }: Person) =>
  (await portal.deps.database.accounts.select().from(organizations).where(eq(organizations.id, orgId)))[0];

/** When the client is erased, as its record and the list tell. */
async function eraseAtOf({ orgId, orgName }: Person) {
  const record = await operator.get(`/api/operator/clients/${orgId}`);
  const list = await operator.get(`/api/operator/clients?search=${encodeURIComponent(orgName)}`);
  return [record.json().data.eraseAt, list.json().data[0].eraseAt];
}

describe('Erasing a client', () => {
  it('needs its name', async () => {
    const client = await named();

    const answers = [await call(client, 'erase', { name: 'Another' }), await call(client, 'erase', {})];

    expect(answers.map(outcome)).toEqual(['400 VALIDATION_ERROR', '400 VALIDATION_ERROR']);
    expect(answers[0]?.json().issues).toMatchObject([{ path: 'name' }]);
    expect((await organizationOf(client))?.status).toBe('active');
  });

  it('closes its data for 14 days, in which nothing is lost', async () => {
    const client = await named();
    const pipeline = await client.pipeline(['ingest', 'read']);
    await pipeline.post('/api/ingest/records', [record('goal')]);

    const answer = await erase(client);
    const again = await erase(client);
    const closed = await Promise.all([
      client.get('/api/dashboard/goals'),
      pipeline.get('/api/dashboard/goals'),
      pipeline.post('/api/ingest/records', [record('goal')]),
    ]);
    const open = await client.get('/api/auth/account/profile');
    const shown = await eraseAtOf(client);
    await eraseNow(portal, client);

    expect(answer.json().data).toMatchObject({ id: client.orgId, status: 'erasing' });
    expect(Date.parse(answer.json().data.eraseAt) - Date.now()).toBeGreaterThan(13.9 * DAY);
    expect(again.json()).toEqual(answer.json());
    expect(shown).toEqual([answer.json().data.eraseAt, answer.json().data.eraseAt]);
    expect(closed.map(outcome)).toEqual(closed.map(() => '403 CLIENT_SUSPENDED'));
    expect(outcome(open)).toBe('200');
    await call(client, 'keep');
    expect((await client.get('/api/dashboard/goals')).json().data).toHaveLength(1);
    expect(await eraseAtOf(client)).toEqual([null, null]);
    expect(await typesAbout(client)).toEqual([
      ['client_erasure_started', operator.userId],
      ['client_kept', operator.userId],
    ]);
  });

  it('is undone by keeping it, to the status before, as often as one asks', async () => {
    const [active, suspended] = [await named(), await named()];
    await call(suspended, 'suspend', { reason: REASON });
    for (const client of [active, suspended]) await erase(client);

    const kept = [await call(active, 'keep'), await call(suspended, 'keep')];
    const again = [await call(active, 'keep'), await call(suspended, 'keep')];
    for (const client of [active, suspended]) await eraseAfterGrace(portal, client);

    expect(kept.map((answer) => answer.json().data.status)).toEqual(['active', 'suspended']);
    expect(again.map((answer) => answer.json())).toEqual(kept.map((answer) => answer.json()));
    expect((await organizationOf(active))?.status).toBe('active');
  });

  it('cannot be undone once the first row may be gone', async () => {
    const client = await named();
    await erase(client);
    const { accounts } = portal.deps.database;
    const ofClient = eq(clientErasures.orgId, client.orgId);
    await accounts.update(clientErasures).set({ begunAt: new Date() }).where(ofClient);

    expect(outcome(await call(client, 'keep'))).toBe('409 INVALID_TRANSITION');
  });

  it('can be without grace, from the command line', async () => {
    const client = await named();
    const { accounts } = portal.deps.database;
    const wanted = { clientId: client.orgId, name: client.orgName };

    await accounts.transaction((tx) => startErasure(tx, undefined, portal.deps, wanted));
    await accounts.transaction((tx) => startErasure(tx, undefined, portal.deps, { ...wanted, now: true }));
    await eraseNow(portal, client);

    expect(await organizationOf(client)).toBeUndefined();
    expect(await typesAbout(client)).toEqual([
      ['client_erasure_started', null],
      ['client_erased', null],
    ]);
  });

  it('ends with one line of the trail: what, when and who', async () => {
    const client = await named();
    await erase(client);
    await eraseAfterGrace(portal, client);
    await eraseNow(portal, client);

    const { data } = (await operator.get('/api/operator/activity?type=client_erased')).json();

    const [line] = data.filter(({ client: its }: { client: { id: string } }) => its.id === client.orgId);
    expect(line).toMatchObject({
      actor: { id: operator.userId },
      client: { id: client.orgId, name: null },
      reason: null,
    });
    expect((await typesAbout(client)).filter(([type]) => type === 'client_erased')).toHaveLength(1);
    expect(outcome(await operator.get(`/api/operator/clients/${client.orgId}`))).toBe('404 NOT_FOUND');
    expect(outcome(await call(client, 'keep'))).toBe('404 NOT_FOUND');
  });
});

describe('The people of an erased client', () => {
  it('are erased who belong to it only; the others lose their seat', async () => {
    const [client, other] = [await named(), await named()];
    const member = await portal.join(client);
    const ofBoth = await portal.join(client);
    const { token } = await invite(other, { email: ofBoth.email });
    await ofBoth.post(ACCEPT, { token });
    const itsOperator = await registerOperator(portal);
    const { token: seat } = await invite(client, { email: itsOperator.email });
    await itsOperator.post(ACCEPT, { token: seat });

    await erase(client);
    await eraseAfterGrace(portal, client);

    const { accounts } = portal.deps.database;
    const left = await accounts.select({ id: users.id }).from(users);
    const isLeft = ({ userId }: Person) => left.some(({ id }) => id === userId);
    expect([client, member, ofBoth, itsOperator].map(isLeft)).toEqual([false, false, true, true]);
    expect(outcome(await client.get('/api/auth/account/profile'))).toBe('401 UNAUTHENTICATED');
    expect(outcome(await portal.visitor().post('/api/auth/login', member))).toBe('401 INVALID_CREDENTIALS');
    expect((await ofBoth.get('/api/auth/account/profile')).json().data.orgId).toBe(other.orgId);
    const again = await portal.register({ email: member.email });
    expect(again.userId).not.toBe(member.userId);
  });
});

describe('A client that is being erased', () => {
  it('takes nobody in before it is kept, and nobody is invited to it', async () => {
    const client = await named();
    const invited = await portal.register();
    const links = [await invite(client, { email: invited.email }), await invite(client)];
    const password = 'quite long enough';
    const [own, newcomer] = links.map(({ token }) => ({ token }));

    await erase(client);

    const { email = '' } = links[1] ?? {};
    const answers = [
      await invited.post(ACCEPT, own),
      await portal.visitor().post(ACCEPT, newcomer),
      await portal.visitor().post(ACCEPT, { ...newcomer, password }),
      await portal.visitor().post('/api/auth/register', { email, password, invitationToken: newcomer?.token }),
    ];
    expect(answers.map(outcome)).toEqual(Array(4).fill('400 INVALID_TOKEN'));
    const adminEmail = `${randomUUID()}@example.com`;
    expect(outcome(await call(client, 'invite', { adminEmail }))).toBe('409 INVALID_TRANSITION');
    await call(client, 'keep');
    expect((await invited.post(ACCEPT, own)).json()).toMatchObject({ status: 'accepted', orgId: client.orgId });
  });
});

describe('Ingestion at the moment of an erasure', () => {
  it('leaves no row behind', async () => {
    const client = await named();
    const neighbour = await named();
    const db = clientDb(portal, client.orgId);
    let stop = false;
    // As calls that were admitted before the data was closed.
    const write = async (from: number) => {
      for (let n = from; !stop; n += 2) {
        const hour = { clientId: client.orgId, externalId: `hour ${n}`, at: new Date(), sessions: n };
        const written = await db
          .insert(trafficHourly)
          .values(hour)
          .then(
            () => true,
            () => false,
          );
        if (!written) return;
      }
    };
    await clientDb(portal, neighbour.orgId)
      .insert(trafficHourly)
      .values({ clientId: neighbour.orgId, externalId: 'hour', at: new Date(), sessions: 1 });
    expect(outcome(await erase(client))).toBe('200');
    const writing = [write(0), write(1)];

    await eraseAfterGrace(portal, client);
    stop = true;
    await Promise.all(writing);

    const both = inArray(trafficHourly.clientId, [client.orgId, neighbour.orgId]);
    const rows = await portal.deps.database.asMaintenance().select().from(trafficHourly).where(both);
    expect(rows.map(({ clientId }) => clientId)).toEqual([neighbour.orgId]);
  });
});
