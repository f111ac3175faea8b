import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { clientErasures, notices, operatorReasons } from '../../db/schema/index.ts';
import { runLog } from '../../routers/insights/runs.ts';
import { deliverNotices } from '../../routers/notifications/deliver.ts';
import { eraseNow, exportOf } from '../helpers/archives.ts';
import { clientDb } from '../helpers/client-db.ts';
import { markedContent } from '../helpers/marked-content.ts';
import { filesWithText, mailsWithText, tablesWithText } from '../helpers/marks.ts';
import { registerOperator } from '../helpers/operators.ts';
import { invite, type Person } from '../helpers/people.ts';
import { markedRecords } from '../helpers/records.ts';
import { markedParts } from '../helpers/scan-parts.ts';
import { scan } from '../helpers/scans.ts';
import { addon, billingForThisFile, plan } from '../helpers/stripe.ts';

const { portal, stripe, deliver } = billingForThisFile({ RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_PER_CLIENT: '0' });

/** A client with a mark in every text that it and its people can leave. */
async function marked(operator: Person, neighbour: Person) {
  const mark = `mark-${randomUUID()}`;
  const address = (who: string) => `${who}-${mark}@example.com`;
  // The operator’s kept answer names the client and its first administrator.
  const made = { name: `Made ${mark}`, adminEmail: address('first') };
  const { data, invitation } = (
    await operator.post('/api/operator/clients', made, { 'idempotency-key': randomUUID() })
  ).json();
  const person = await portal.register({ email: made.adminEmail, invitationToken: invitation.token, name: mark });
  await operator.put(`/api/operator/clients/${data.id}`, { notes: mark });
  await operator.post(`/api/operator/clients/${data.id}/suspend`, { reason: `Why ${mark}` });
  await operator.post(`/api/operator/clients/${data.id}/resume`);

  await person.put('/api/auth/account/profile', { name: mark, jobTitle: mark });
  await person.put('/api/auth/org', { website: `https://${mark}.example`, address: mark });
  const pipeline = await person.pipeline(['ingest', 'read']);
  const tiers = [{ key: mark, label: mark, score: 50, weight: 1 }];
  await pipeline.post('/api/ingest/scans', scan({ externalId: mark, tiers, ...markedParts(mark) }));
  await pipeline.post('/api/ingest/records', markedRecords(mark));
  await person.post('/api/auth/org/api-keys', { name: mark, scopes: ['read'] }, { 'idempotency-key': randomUUID() });
  await person.post('/api/insights/query', { type: 'nlq', query: `What of ${mark}?` });
  const content = await markedContent(person, mark);
  await portal.deps.use(runLog).settled();

  const customer = stripe.customer(data.id);
  const item = { name: mark, amount: 100 };
  const items = [
    { ...item, metadata: plan('website', mark) },
    { ...item, metadata: addon(mark) },
  ];
  await deliver(stripe.event(stripe.subscription(customer, items)));

  // People: a colleague, a guest, and somebody who once administered the neighbour.
  const colleague = await portal.join(person, 'member', { email: address('colleague'), name: mark });
  await invite(person, { email: address('guest') });
  const { token } = await invite(neighbour, { email: person.email, role: 'admin' });
  await person.post('/api/auth/accept-invitation', { token });
  const helped = await portal.join(neighbour);
  const members = (await person.get('/api/auth/org/members')).json().data;
  const seatOf = (userId: string) => members.find((one: { userId: string }) => one.userId === userId).id;
  await person.put(`/api/auth/org/members/${seatOf(helped.userId)}`, { role: 'admin' });
  await neighbour.send('DELETE', `/api/auth/org/members/${seatOf(person.userId)}`);
  await invite(neighbour, { email: address('colleague') });

  // Attempts, mails in every state, notices, an archive.
  for (const email of [person.email, colleague.email]) {
    await portal.visitor().post('/api/auth/login', { email, password: 'wrong' }, { 'user-agent': mark });
    await portal.visitor().post('/api/auth/login', { email, password: person.password }, { 'user-agent': mark });
    await portal.visitor().post('/api/auth/forgot-password', { email });
  }
  await portal.deliver();
  const [, verification] = (await portal.mailTo(colleague.email)).map((mail) => mail.token);
  await portal.visitor().post('/api/auth/verify-email', { token: verification });
  await clientDb(portal, data.id)
    .insert(notices)
    .values({ clientId: data.id, kind: 'overdueGoals', subject: `${mark} 2026-01-01` });
  await deliverNotices(portal.deps);
  await exportOf(portal, operator, { orgId: data.id });
  await portal.visitor().post('/api/auth/forgot-password', { email: person.email });
  return { mark, orgId: data.id as string, orgName: made.name, content, people: [person.userId, colleague.userId] };
}

let operator: Person;
let neighbour: Person;
beforeAll(async () => {
  [operator, neighbour] = [await registerOperator(portal), await portal.register({ orgName: 'Neighbour' })];
});

it('an erased client leaves no word of it or its people in the database, the queues and the files', async () => {
  const { mark, orgId, orgName, people } = await marked(operator, neighbour);
  const untouched = await portal.register({ orgName: 'Untouched' });
  const before = await tablesWithText(portal, mark);
  expect(before).toEqual(
    expect.arrayContaining(['public.organizations', 'public.pages', 'public.users', 'public.idempotency_keys']),
  );
  expect(before.length).toBeGreaterThan(25);
  expect(await mailsWithText(portal, mark)).toEqual(expect.arrayContaining(['invitation', 'passwordReset']));
  expect((await filesWithText(portal, mark)).length).toBeGreaterThan(3);
  expect(await readdir(portal.deps.env.STORAGE_DIR)).toHaveLength(1);

  await operator.post(`/api/operator/clients/${orgId}/erase`, { name: orgName });
  const { accounts } = portal.deps.database;
  const due = { eraseAt: new Date(Date.now() - 1000) };
  await accounts.update(clientErasures).set(due).where(eq(clientErasures.orgId, orgId));
  await eraseNow(portal, { orgId });

  expect(await tablesWithText(portal, mark)).toEqual([]);
  expect(await mailsWithText(portal, mark)).toEqual([]);
  expect(await filesWithText(portal, mark)).toEqual([]);
  expect(await readdir(portal.deps.env.STORAGE_DIR)).toEqual([]);
  expect(await accounts.select().from(operatorReasons).where(eq(operatorReasons.orgId, orgId))).toEqual([]);
  // Ids remain where they say nothing: in the operators’ trail, and in the queue of the job itself.
  const withId = await tablesWithText(portal, orgId);
  expect(withId.filter((name) => !name.startsWith('pgboss.job'))).toEqual(['public.operator_events']);
  for (const userId of people) expect(await tablesWithText(portal, userId)).toEqual([]);

  const { data } = (await neighbour.get('/api/auth/org/activity')).json();
  expect(data).toEqual(expect.arrayContaining([expect.objectContaining({ actor: 'An erased account' })]));
  expect((await untouched.get('/api/auth/account/profile')).statusCode).toBe(200);
});
