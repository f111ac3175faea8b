import { beforeAll, describe, expect, it } from 'vitest';
import { noteAction } from '../../routers/operator/actions.ts';
import { REASON, registerOperator } from '../helpers/operators.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile({ own: true });

let operator: Person;
let other: Person;
let client: Person;
beforeAll(async () => {
  [operator, other] = [await registerOperator(portal, { name: 'Olga Operator' }), await registerOperator(portal)];
  client = await portal.register({ orgName: 'Harbor Street Dental' });
  const path = `/api/operator/clients/${client.orgId}`;
  await operator.post(`${path}/suspend`, { reason: REASON });
  await other.post(`${path}/resume`);
  await noteAction(portal.deps.database.accounts, undefined, 'operator_added', { userId: client.userId });
});

const read = async (parameters = '') => (await operator.get(`/api/operator/activity${parameters}`)).json().data;
const typesOf = (lines: { type: string }[]) => lines.map(({ type }) => type);

describe('GET /api/operator/activity', () => {
  it('returns who did what to whom, why and from where, newest first', async () => {
    const lines = await read();

    expect(lines).toMatchObject([
      { type: 'operator_added', actor: null, client: null, user: { id: client.userId, name: null }, ipAddress: null },
      { type: 'client_resumed', actor: { id: other.userId }, reason: null, ipAddress: other.address },
      {
        type: 'client_suspended',
        actor: { id: operator.userId, name: 'Olga Operator' },
        client: { id: client.orgId, name: 'Harbor Street Dental' },
        user: null,
        reason: REASON,
        ipAddress: operator.address,
      },
    ]);
  });

  it('filters by type, operator and time', async () => {
    const [, middle] = await read();

    const answers = await Promise.all([
      read('?type=client_resumed'),
      read(`?actor=${operator.userId}`),
      read(`?to=${middle.at}`),
      read(`?from=${middle.at}&type=client_resumed`),
      read('?to=2020-01-01T00:00:00Z'),
      read(`?type=client_resumed&to=${middle.at.slice(0, 10)}`),
      read('?from=2099-01-01'),
    ]);

    expect(answers.map(typesOf)).toEqual([
      ['client_resumed'],
      ['client_suspended'],
      ['client_suspended'],
      ['client_resumed'],
      [],
      ['client_resumed'],
      [],
    ]);
  });

  it.each(['actor=me', 'from=yesterday', 'to=5', 'from=2026-02-17&to=2026-02-16'])(
    'refuses ?%s',
    async (parameters) => {
      expect(outcome(await operator.get(`/api/operator/activity?${parameters}`))).toBe('400 VALIDATION_ERROR');
    },
  );

  it('answers one line of JSON each to Accept: application/x-ndjson, with the headers of the page', async () => {
    const answer = await operator.get('/api/operator/activity?limit=2', { accept: 'application/x-ndjson' });

    const lines = answer.body.split('\n');
    expect(answer.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect([answer.headers['x-has-more'], lines.length, lines.at(-1)]).toEqual(['true', 3, '']);
    expect(lines.slice(0, 2).map((line) => JSON.parse(line))).toEqual(await read('?limit=2'));
  });

  it('answers errors as JSON whatever is accepted', async () => {
    const answer = await client.get('/api/operator/activity', { accept: 'application/x-ndjson' });

    expect([outcome(answer), answer.json().code]).toEqual(['404 NOT_FOUND', 'NOT_FOUND']);
  });
});
