import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { clientExports, webhookDeliveries } from '../../db/schema/index.ts';
import { makeExport, sweepExports } from '../../routers/exports/archive/make-export.ts';
import { exportOf, makeExports } from '../helpers/archives.ts';
import { bucketForThisTest } from '../helpers/bucket.ts';
import { clientDb } from '../helpers/client-db.ts';
import { registerMarked } from '../helpers/marked-client.ts';
import { REASON, registerOperator } from '../helpers/operators.ts';
import { download } from '../helpers/pdf.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';
import { readArchive } from '../helpers/zip.ts';

const portal = portalForThisFile({ restricted: true });

let operator: Person;
beforeAll(async () => {
  operator = await registerOperator(portal);
});

describe('Exports of a client', () => {
  it('are made one at a time, and told by mail without a link to the archive', async () => {
    const person = await portal.register({ orgName: 'Harbor Street Dental' });
    const path = `/api/operator/clients/${person.orgId}`;

    const asked = await Promise.all([1, 2, 3].map(() => operator.post(`${path}/export`)));
    const ids = asked.map((answer) => answer.json().data.id);
    await makeExports(portal, person);
    const again = await operator.post(`${path}/export`);

    expect(asked.map(outcome)).toEqual(['202', '202', '202']);
    expect(new Set(ids).size).toBe(1);
    expect(asked[0]?.json().data).toMatchObject({ status: 'pending', url: null, expiresAt: null });
    expect(again.json().data.id).not.toBe(ids[0]);
    const told = (await portal.mailTo(operator.email)).filter(({ text }) => text?.includes('Harbor Street Dental'));
    expect(told.map(({ subject, link }) => [subject, new URL(link).pathname])).toEqual([
      ['Your export is ready', `/operator/clients/${person.orgId}`],
    ]);
    const list = (await operator.get(`${path}/exports`)).json().data;
    expect(list.map(({ status }: { status: string }) => status)).toEqual(['pending', 'ready']);
    expect(new URL(list[1].url).pathname).toMatch(/\/export-harbor-street-dental-\d{4}-\d\d-\d\d\.zip$/);
  });

  it('expire after a day, with their files', async () => {
    const alone = await portalForThisTest();
    const person = await alone.register();
    const itsOperator = await registerOperator(alone);
    const { url, createdAt, expiresAt } = await exportOf(alone, itsOperator, person);
    const { accounts } = alone.deps.database;
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBeGreaterThan(23.9 * 3_600_000);
    expect((await download(alone, url)).statusCode).toBe(200);
    const link = new URL(url);
    link.searchParams.set('expires', String(Number(link.searchParams.get('expires')) + 1));
    expect((await download(alone, link.href)).statusCode).toBe(404);

    await accounts.update(clientExports).set({ expiresAt: new Date(Date.now() - 1000) });
    await sweepExports(alone.deps);

    expect(await accounts.select().from(clientExports)).toEqual([]);
    expect(await readdir(alone.deps.env.STORAGE_DIR)).toEqual([]);
    expect((await download(alone, url)).statusCode).toBe(404);
  });

  it('fail after five attempts, so that another can be asked for', async () => {
    const alone = await portalForThisTest();
    const person = await alone.register();
    const itsOperator = await registerOperator(alone);
    const path = `/api/operator/clients/${person.orgId}`;
    const hook = { url: 'https://hooks.example.com/exports', events: ['export.ready'] };
    await person.post('/api/webhooks', hook);
    const { id } = (await itsOperator.post(`${path}/export`)).json().data;
    const { accounts } = alone.deps.database;
    await accounts.update(clientExports).set({ attempts: 5 });

    await expect(makeExports(alone, person)).rejects.toThrow('did not succeed');
    await makeExport(alone.deps)({ exportId: id }, { id: randomUUID() });
    const [failed] = (await itsOperator.get(`${path}/exports`)).json().data;

    expect(failed).toMatchObject({ status: 'failed', url: null, expiresAt: null });
    expect(await clientDb(alone, person.orgId).$count(webhookDeliveries)).toBe(0);
    expect(outcome(await itsOperator.post(`${path}/export`))).toBe('202');
  });

  it('are limited to ten a day', async () => {
    const person = await portal.register();
    const ask = () => operator.post(`/api/operator/clients/${person.orgId}/export`);

    const answers: string[] = [];
    for (let n = 0; n < 11; n++) answers.push(outcome(await ask()));

    expect(answers.slice(0, 10)).toEqual(Array(10).fill('202'));
    expect(answers[10]).toBe('429 RATE_LIMITED');
  });

  it('tell the client’s webhooks', async () => {
    const person = await portal.register();
    const hook = { url: 'https://hooks.example.com/exports', events: ['export.ready'] };
    const { id } = (await person.post('/api/webhooks', hook)).json().data;

    const row = await exportOf(portal, operator, person);

    const { data } = (await person.get(`/api/webhooks/${id}/deliveries`)).json();
    expect(data).toMatchObject([{ type: 'export.ready' }]);
    expect(JSON.stringify(data)).toContain(row.id);
  });

  it('tell them after a crash too, and once', async () => {
    const person = await portal.register();
    const hook = { url: 'https://hooks.example.com/exports', events: ['export.ready'] };
    const { id } = (await person.post('/api/webhooks', hook)).json().data;
    const row = await exportOf(portal, operator, person);
    const mine = eq(webhookDeliveries.webhookId, id);
    const told = () => clientDb(portal, person.orgId).$count(webhookDeliveries, mine);
    const repeat = () => makeExport(portal.deps)({ exportId: row.id }, { id: randomUUID() });

    await repeat();
    const twice = await told();
    await clientDb(portal, person.orgId).delete(webhookDeliveries).where(mine);
    await repeat();

    expect([twice, await told()]).toEqual([1, 1]);
  });

  it('are uploaded in parts to a bucket, and deleted from it', async () => {
    const bucket = await bucketForThisTest();
    const alone = await portalForThisTest({ env: bucket.variables });
    const { mark, person } = await registerMarked(alone);
    const { url } = await exportOf(alone, await registerOperator(alone), person);
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(readArchive(bytes).all).toContain(mark);
    expect([...bucket.objects.keys()]).toEqual([expect.stringMatching(/^reports\/[\w-]{43}\.zip$/)]);

    await alone.deps.database.accounts.update(clientExports).set({ expiresAt: new Date(Date.now() - 1000) });
    await sweepExports(alone.deps);

    expect(bucket.objects.size).toBe(0);
    expect(bucket.uploads.size).toBe(0);
  });
});

describe('The address of an archive in the list of the organization', () => {
  const addressFor = async (person: Person) => (await person.get('/api/auth/org/exports')).json().data[0].url;
  const change = (by: Person, client: Person, verb: string) =>
    by.post(`/api/operator/clients/${client.orgId}/${verb}`, { reason: REASON, name: client.orgName });

  it.each([
    ['suspend', 'resume'],
    ['erase', 'keep'],
  ])('is closed with its data, by %s until %s; that of the operator is not', async (closes, opens) => {
    const person = await portal.register();
    const { url } = await exportOf(portal, operator, person);
    const own = await addressFor(person);
    const open = async () => [outcome(await download(portal, own)), outcome(await download(portal, url))];

    const before = await open();
    await change(operator, person, closes);
    const closed = await open();
    await change(operator, person, opens);

    expect(before).toEqual(['200', '200']);
    expect(closed).toEqual(['403 CLIENT_SUSPENDED', '200']);
    expect(await open()).toEqual(['200', '200']);
  });

  it('leads through the portal to a bucket', async () => {
    const bucket = await bucketForThisTest();
    const alone = await portalForThisTest({ env: bucket.variables });
    const { mark, person } = await registerMarked(alone);
    const itsOperator = await registerOperator(alone);
    await exportOf(alone, itsOperator, person);
    const own = await addressFor(person);

    const answer = await download(alone, own);
    await change(itsOperator, person, 'suspend');

    const bytes = Buffer.from(await (await fetch(String(answer.headers.location))).arrayBuffer());
    expect(own.startsWith(`${alone.deps.env.PUBLIC_URL}/reports/`)).toBe(true);
    expect(answer.statusCode).toBe(302);
    expect(answer.headers['cache-control']).toContain('no-store');
    expect(readArchive(bytes).all).toContain(mark);
    expect(outcome(await download(alone, own))).toBe('403 CLIENT_SUSPENDED');
  });
});
