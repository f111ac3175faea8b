import { beforeAll, describe, expect, it } from 'vitest';
import { headerMisfit, operations } from '../helpers/documented.ts';
import { registerOperator } from '../helpers/operators.ts';
import type { Person, verbs } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome, pathTo } from '../helpers/wire.ts';

const env = { RATE_LIMIT_PER_MINUTE: '1000000', RATE_LIMIT_PER_CLIENT: '0' };
const portal = portalForThisFile({ own: true, env });
const strict = portalForThisFile({ own: true, env: { ...env, RATE_LIMIT_PER_MINUTE: '1' } });

type Caller = Pick<ReturnType<typeof verbs>, 'send'>;
type Request = { body?: string; headers?: Record<string, string>; query?: string };
type Operation = (typeof operations)[number];

const isOperators = ({ path }: Operation) => path.startsWith('/operator');
const takesBody = ({ operation }: Operation) => operation.requestBody !== undefined;
const json = { 'content-type': 'application/json' };

// None of these succeeds where it takes a body, so that the callers stay as they are.
const REQUESTS: [string, Request, (operation: Operation) => boolean][] = [
  ['an unknown id', {}, ({ method, path }) => method === 'GET' || path.includes('{')],
  ['a body that is not JSON', { body: '{', headers: json }, takesBody],
];

/** What each operation answers otherwise than documented. */
async function misfits(caller: Caller, { body, headers = {}, query = '' }: Request, which: Operation[]) {
  const seen = new Set<string>();
  const wrong: string[] = [];
  for (const { name, method, path, operation } of which) {
    const answer = await caller.send(method as 'GET', `/api${pathTo(path, 'no-id')}${query}`, body, headers);
    seen.add(outcome(answer));
    const misfit =
      operation.responses[answer.statusCode] === undefined
        ? 'the status is not documented'
        : headerMisfit(operation, answer.statusCode, answer.headers);
    if (misfit) wrong.push(`${name} ${outcome(answer)}: ${misfit}`);
  }
  return { wrong, seen: [...seen].sort() };
}

describe('the headers of each answer are those of the document', () => {
  let person: Person;
  let operator: Awaited<ReturnType<typeof registerOperator>>;
  let key: Caller;
  beforeAll(async () => {
    person = await portal.register();
    operator = await registerOperator(portal);
    key = await person.pipeline();
  });

  it.each(REQUESTS)('for members and operators with %s', async (_, request, fits) => {
    const of = await misfits(
      person,
      request,
      operations.filter((one) => !isOperators(one) && fits(one)),
    );
    const ofOperators = await misfits(
      operator,
      request,
      operations.filter((one) => isOperators(one) && fits(one)),
    );

    expect([...of.wrong, ...ofOperators.wrong]).toEqual([]);
    expect(of.seen.some((one) => one >= '4')).toBe(true);
  });

  it('for strangers', async () => {
    const { wrong, seen } = await misfits(portal.visitor(), {}, operations);

    expect(wrong).toEqual([]);
    expect(seen).toContain('401 UNAUTHENTICATED');
  });

  it('for a key', async () => {
    const { wrong, seen } = await misfits(key, { body: '{', headers: json }, operations.filter(takesBody));

    expect(wrong).toEqual([]);
    expect(seen).toContain('403 FORBIDDEN');
  });

  it('for members whose organization is suspended, and those without the second factor it requires', async () => {
    const [suspended, admin] = [await portal.register(), await registerOperator(portal)];
    await operator.post(`/api/operator/clients/${suspended.orgId}/suspend`, { reason: 'An invoice is overdue.' });
    const lacking = await portal.join(admin);
    await admin.put('/api/auth/org', { requireTwoFactor: true });
    const reading = operations.filter((one) => one.method === 'GET' && !isOperators(one));

    const answers = [await misfits(suspended, {}, reading), await misfits(lacking, {}, reading)];

    expect(answers.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(answers.map(({ seen }) => seen.filter((one) => one.startsWith('403')))).toEqual([
      ['403 CLIENT_SUSPENDED'],
      expect.arrayContaining(['403 TWO_FACTOR_REQUIRED']),
    ]);
  });
});

it('the headers of each refusal by a limit are those of the document', async () => {
  const stranger = strict.visitor();
  await stranger.get('/api/auth/account/profile');
  const person = await strict.register();
  await strict.deps.limits.consume('insights', person.orgId, 100);
  await strict.deps.limits.consume('connectionCalls', person.orgId, 60);

  const answers = [
    await misfits(stranger, {}, operations),
    await misfits(
      person,
      {},
      operations.filter((one) => one.method === 'GET' && !isOperators(one)),
    ),
  ];

  expect(answers.flatMap(({ wrong }) => wrong)).toEqual([]);
  for (const { seen } of answers) expect(seen).toContain('429 RATE_LIMITED');
});
