import { beforeAll, describe, expect, it } from 'vitest';
import { REASON, registerOperator } from '../helpers/operators.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { type Event, events, ORG, OWN } from '../helpers/trail.ts';
import { outcome, query } from '../helpers/wire.ts';

const portal = portalForThisFile({ restricted: true });

let admin: Person;
let member: Person;
beforeAll(async () => {
  admin = await portal.register({ orgName: 'Harbor Street Dental', name: 'Dana Moreau' });
  member = await portal.join(admin);
  const pipeline = await admin.pipeline(['read']);
  await pipeline.get('/api/dashboard/goals');
});

const typesOf = (lines: { type: string }[]) => lines.map(({ type }) => type);
const filtered = async (parameters: string, url = ORG) => typesOf(await events(admin, `${url}?${parameters}`));

describe('The trail of an organization', () => {
  it('names client, user and reason of each line beside the fields of before', async () => {
    const [line] = (await events(admin, `${ORG}?type=api_key_made`)) as (Event & Record<string, unknown>)[];

    expect(line).toMatchObject({
      actor: null,
      client: { id: admin.orgId, name: 'Harbor Street Dental' },
      user: { id: admin.userId, name: 'Dana Moreau' },
      reason: null,
      ipAddress: admin.address,
      member: { userId: admin.userId, email: admin.email },
    });
  });

  it('filters by type and actor: an address, an id, the name of a key', async () => {
    expect(await filtered('type=api_key_used')).toEqual(['api_key_used']);
    expect(await filtered('actor=Pipeline')).toEqual(['api_key_used']);
    const own = await filtered(`actor=${admin.userId}`);
    expect(own).toContain('api_key_made');
    expect(await filtered(`actor=${admin.email.toUpperCase()}`)).toEqual(own);
    expect(await filtered(`actor=${member.userId}`)).toEqual(expect.not.arrayContaining(['api_key_made']));
    expect(await filtered('actor=nobody')).toEqual([]);
  });

  it('filters by time', async () => {
    const [newest, ...older] = await events(admin, ORG);

    expect(await filtered(`to=${newest?.at}`)).toEqual(typesOf(older.filter(({ at }) => at !== newest?.at)));
    expect(await filtered(`from=${newest?.at}`)).toContain(newest?.type);
    expect(await filtered('from=2099-01-01T00:00:00Z')).toEqual([]);
  });

  it('filters by day in UTC, the last one included', async () => {
    const [newest] = await events(admin, ORG);
    const day = String(newest?.at).slice(0, 10);

    expect(await filtered(`from=${day}`)).toContain(newest?.type);
    expect(await filtered(`to=${day}`)).toEqual(await filtered('to=9999-12-31'));
    expect(await filtered(`to=${day}`)).toContain(newest?.type);
    expect(await filtered('from=2099-01-01')).toEqual([]);
    expect(await filtered('to=2020-01-01')).toEqual([]);
  });

  it('filters over tRPC too', async () => {
    const answer = await admin.get(query('auth.org.activity', { type: 'api_key_made' }));

    expect(typesOf(answer.json().result.data.data)).toEqual(['api_key_made']);
  });

  it.each([
    'from=yesterday',
    'to=2026-02-30',
    'to=2026-2-3',
    `type=${'x'.repeat(101)}`,
    `actor=${'x'.repeat(255)}`,
    'from=2026-02-17&to=2026-02-16',
    'from=2026-02-17T00:00:00Z&to=2026-02-16',
    'from=2026-02-16T09:30:01Z&to=2026-02-16T09:30:00Z',
  ])('refuses ?%s', async (parameters) => {
    expect(outcome(await admin.get(`${ORG}?${parameters}`))).toBe('400 VALIDATION_ERROR');
  });

  it.each([
    'from=2026-02-16&to=2026-02-16',
    'from=2026-02-16T23:59:59Z&to=2026-02-16',
    'from=2026-02-16T09:30:00Z&to=2026-02-16T10:30:00%2B01:00',
    'from=9999-12-31&to=9999-12-31',
  ])('takes ?%s', async (parameters) => {
    expect(await filtered(parameters)).toEqual([]);
  });

  it.each([ORG, OWN])('answers %s as a line of JSON each to Accept: application/x-ndjson', async (url) => {
    const answer = await admin.get(`${url}?limit=2`, { accept: 'application/x-ndjson' });

    const lines = answer.body.trimEnd().split('\n');
    expect(answer.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(lines.map((line) => JSON.parse(line))).toEqual(await events(admin, `${url}?limit=2`));
  });
});

describe('A line an hour tells of', () => {
  const told = async (person: Person, type: string, url = ORG) => events(person, `${url}?type=${type}`);

  it('exports', async () => {
    await member.get('/api/exports/goals');
    await member.get('/api/exports/goals');

    expect(await told(admin, 'goals_exported')).toMatchObject([{ member: { userId: member.userId } }]);
  });

  it('a key that ingests', async () => {
    const pipeline = await admin.pipeline();
    for (let turn = 0; turn < 3; turn++) await pipeline.post('/api/ingest/records', [record('goal')]);

    expect(await told(admin, 'data_ingested')).toMatchObject([{ actor: 'Pipeline', member: null }]);
  });

  it('changes of a profile, by their fields', async () => {
    for (const name of ['One', 'Two']) await member.put('/api/auth/account/profile', { name });
    await member.put('/api/auth/account/profile', { jobTitle: 'Manager', name: 'Three' });

    const lines = await told(member, 'profile_updated', OWN);
    expect(lines.map(({ details }) => details)).toEqual([{ fields: ['jobTitle', 'name'] }, { fields: ['name'] }]);
  });

  it('sign-ins that were refused whatever their password', async () => {
    const [operator, locked] = [await registerOperator(portal), await portal.register()];
    const { email, password } = locked;
    await operator.post(`/api/operator/users/${locked.userId}/lock`, { reason: REASON });
    for (let turn = 0; turn < 3; turn++) await portal.visitor().post('/api/auth/login', { email, password });
    await operator.post(`/api/operator/users/${locked.userId}/unlock`, { reason: REASON });

    const lines = async () => {
      const answer = await portal.visitor().post('/api/auth/login', { email, password });
      const cookie = `portal_session=${answer.cookies[0]?.value}`;
      const trail = await portal.visitor().get(`${OWN}?type=sign_in_refused`, { cookie });
      return trail.json().data.map(({ reason }: { reason: string }) => reason);
    };
    await expect.poll(lines).toEqual(['locked']);
  });

  it('requests of other sites that carried a session', async () => {
    const person = await portal.register();
    const headers = { origin: 'https://evil.example' };
    for (let turn = 0; turn < 3; turn++) await person.put('/api/auth/account/profile', { name: 'Changed' }, headers);

    await expect
      .poll(async () => typesOf(await told(person, 'cross_site_refused', OWN)))
      .toEqual(['cross_site_refused']);
  });
});
