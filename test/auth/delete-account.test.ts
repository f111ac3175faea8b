import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { apiKeys, clientReports, organizations, users } from '../../db/schema/index.ts';
import { makePage } from '../helpers/content.ts';
import { invite, type Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { agencyOf, verify } from '../helpers/reports.ts';
import { enrol } from '../helpers/second-factor.ts';
import { events, ORG } from '../helpers/trail.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile({ restricted: true, countInDatabase: true });

const ACCOUNT = '/api/auth/account';
const remove = ({ send, password }: Person) => send('DELETE', ACCOUNT, { password });

/** The tables, queued jobs included, in which a mark stands. Counters of callers by network end within the hour. */
async function tablesWith(...marks: string[]) {
  const { db, close } = portal.deps.database.asOwner();
  const tables = await db.execute<{ name: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss') and table_name <> 'rate_limits'`,
  );
  const found: string[] = [];
  for (const { name } of tables)
    for (const mark of marks) {
      const rows = await db.execute(sql`select from ${sql.raw(name)} as t where position(${mark} in t::text) > 0`);
      if (rows.length > 0) found.push(`${name}: ${mark}`);
    }
  await close();
  return found;
}

/** Somebody with a mark in every personal text, who has left traces everywhere in an organization. */
async function busyMember(admin: Person) {
  const mark = `mark-${randomUUID()}`;
  const person = await portal.join(admin, 'admin', { email: `${mark}@example.com`, name: mark });
  await person.put('/api/auth/account/profile', { name: mark, phone: '+1 207 555 0142', jobTitle: mark });
  await person.put('/api/auth/account/notifications', { weeklyDigest: false });
  await person.post('/api/auth/account/change-email', { email: `new-${mark}@example.com`, password: person.password });
  const [mail] = (await portal.mailTo(`new-${mark}@example.com`)).slice(-1);
  await person.post('/api/auth/verify-email', { token: mail?.token });
  await enrol(person);
  await portal.visitor().post('/api/auth/login', { email: person.email, password: 'not the password' });
  const other = await portal.join(person);
  const { data: seats } = (await admin.get('/api/auth/org/members')).json();
  const seat = seats.find(({ userId }: { userId: string }) => userId === other.userId);
  await person.put(`/api/auth/org/members/${seat.id}`, { role: 'admin' });
  await person.post('/api/auth/org/api-keys', { name: 'Pipeline', scopes: ['read'] }, { 'idempotency-key': 'key' });
  const page = await makePage(person, { title: 'A page', content: 'Words' });
  await person.post(`/api/cms/pages/${page.id}/comments`, { text: 'Well said.' }, { 'idempotency-key': 'comment' });
  const task = { title: 'A task', category: 'local', priority: 'low', assigneeId: person.userId };
  await admin.post('/api/dashboard/action-items', task, { 'idempotency-key': 'task' });
  return { ...person, mark, page: `/api/cms/pages/${page.id}` };
}

describe('DELETE /api/auth/account', () => {
  it('leaves no name and no address of the person in any table, and what they wrote to the organization', async () => {
    const admin = await portal.register();
    const person = await busyMember(admin);
    const places = ['users', 'security_events', 'email_changes', 'idempotency_keys', 'sign_in_failures'];
    expect((await tablesWith(person.mark)).sort()).toEqual(
      places.map((name) => `public.${name}: ${person.mark}`).sort(),
    );

    const deleted = await remove(person);
    await portal.deliver();

    expect(deleted.json()).toEqual({ ok: true });
    expect(deleted.cookies.map(({ value }) => value)).toEqual(['', '']);
    expect(await tablesWith(person.mark, person.address, '207 555 0142')).toEqual([]);
    const { accounts } = portal.deps.database;
    expect(await accounts.$count(users, eq(users.id, person.userId))).toBe(0);

    const { data: comments } = (await admin.get(`${person.page}/comments`)).json();
    expect(comments).toMatchObject([{ text: 'Well said.' }]);
    expect(JSON.stringify(comments)).not.toContain(person.userId);
    expect((await admin.get('/api/dashboard/action-items')).json()[0].assignee).toBeNull();
    const { data: keys } = (await admin.get('/api/auth/org/api-keys')).json();
    expect(keys).toMatchObject([{ createdBy: null }]);
    const trail = await events(admin, ORG);
    expect(trail[0]).toMatchObject({ type: 'account_deleted', member: null, actor: null, ipAddress: '' });
    expect(trail.find(({ type }) => type === 'member_role_changed')?.actor).toBe('A former member');
  });

  it('takes the address out of reports and their schedules, and for an address that was not proven of its own organizations only', async () => {
    const admin = await portal.register();
    const [proven, unproven] = [await portal.join(admin), await portal.join(admin)];
    await verify(portal, proven);
    const { makeSchedule, runPlanned } = await agencyOf(portal);
    const other = await portal.register();
    const recipients = [proven.email, unproven.email];
    const schedule = await makeSchedule({ clients: { ids: [admin.orgId, other.orgId] }, recipients });
    await runPlanned(schedule);

    for (const person of [proven, unproven]) await remove(person);
    await portal.deliver();

    const left = await portal.deps.database
      .asMaintenance()
      .select({ clientId: clientReports.clientId, plan: clientReports.plan })
      .from(clientReports)
      .where(eq(clientReports.scheduleId, schedule.id));
    const recipientsOf = (orgId: string) => left.find(({ clientId }) => clientId === orgId)?.plan.recipients;
    expect(recipientsOf(admin.orgId)).toEqual([]);
    expect(recipientsOf(other.orgId)).toEqual([unproven.email]);
  });

  it('ends every session, frees the address at once, and confirms it by mail', async () => {
    const admin = await portal.register();
    const member = await portal.join(admin);
    const elsewhere = await portal.visitor().post('/api/auth/login', member);

    await remove(member);

    const cookie = `portal_session=${elsewhere.cookies[0]?.value}`;
    const answers = [
      await member.get('/api/auth/account/profile'),
      await portal.inject({ url: '/api/auth/account/profile', headers: { cookie } }),
      await portal.visitor().post('/api/auth/login', { email: member.email, password: member.password }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401]);
    expect((await portal.mailTo(member.email)).at(-1)?.subject).toBe('Your account was deleted');
    const again = { email: member.email, password: 'correct horse battery' };
    expect(outcome(await portal.visitor().post('/api/auth/register', again))).toBe('201');
    expect((await admin.get('/api/auth/org/members')).json().data).toHaveLength(1);
  });

  it('needs the password, and another administrator where there are other members', async () => {
    const admin = await portal.register();
    await portal.join(admin);

    const wrong = await admin.send('DELETE', ACCOUNT, { password: 'another password' });
    const missing = await admin.send('DELETE', ACCOUNT, {});
    const last = await remove(admin);

    expect([wrong, missing, last].map(outcome)).toEqual([
      '400 INVALID_PASSWORD',
      '400 VALIDATION_ERROR',
      '409 LAST_ADMIN',
    ]);
    expect(outcome(await admin.get('/api/auth/account/profile'))).toBe('200');
  });

  it.each(['active', 'suspended'] as const)(
    'closes the %s organization that nobody else belongs to',
    async (status) => {
      const mark = `mark-${randomUUID()}`;
      const visitor = portal.visitor();
      const account = { email: `${mark}@example.com`, password: 'correct horse battery' };
      const { cookies } = await visitor.post('/api/auth/register', account);
      const headers = { cookie: `portal_session=${cookies[0]?.value}` };
      const { data: profile } = (await visitor.get('/api/auth/account/profile', headers)).json();
      const key = { name: 'Pipeline', scopes: ['read'] };
      await visitor.post('/api/auth/org/api-keys', key, headers);
      await visitor.post('/api/auth/org/invitations', { email: 'guest@example.com' }, headers);
      const { accounts } = portal.deps.database;
      await accounts.update(organizations).set({ status }).where(eq(organizations.id, profile.orgId));

      await visitor.send('DELETE', ACCOUNT, { password: account.password }, headers);
      await portal.deliver();

      const [organization] = await accounts.select().from(organizations).where(eq(organizations.id, profile.orgId));
      expect(organization).toMatchObject({ status: 'suspended', name: 'Organization without members' });
      expect(await accounts.$count(apiKeys, eq(apiKeys.orgId, profile.orgId))).toBe(0);
      expect(await tablesWith(mark)).toEqual([]);
    },
  );

  it('voids invitations by the person, and of the person if the address is theirs', async () => {
    const [admin, host] = [await portal.register(), await portal.register()];
    const member = await portal.join(admin, 'admin');
    const made = await invite(member);
    const received = await invite(host, { email: member.email });
    const squatter = await portal.register();
    const ofVictim = await invite(host, { email: squatter.email });
    const mail = (await portal.mailTo(member.email)).find(({ link }) => link.includes('/verify-email'));
    await member.post('/api/auth/verify-email', { token: mail?.token });

    await remove(member);
    await remove(squatter);

    const accept = (token: string) => portal.visitor().post('/api/auth/accept-invitation', { token });
    const answers = [await accept(made.token), await accept(received.token), await accept(ofVictim.token)];
    expect(answers.map(outcome)).toEqual(['400 INVALID_TOKEN', '400 INVALID_TOKEN', '200']);
  });
});
