import { describe, expect, it } from 'vitest';
import { registerOperator } from '../helpers/operators.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { startSupport } from '../helpers/support.ts';

const portal = portalForThisFile();

const TIMING = /^db;dur=(\d+\.\d);desc="(\d+) statements", total;dur=(\d+\.\d)$/;

/** The milliseconds of the database and of the answer, and the number of statements. */
function timingOf({ headers }: { headers: Record<string, unknown> }) {
  const [, db, statements, total] = TIMING.exec(String(headers['server-timing'])) ?? [];
  return { db: Number(db), statements: Number(statements), total: Number(total) };
}

describe('Server-Timing', () => {
  it('returns the duration of statements and response to an operator', async () => {
    const operator = await registerOperator(portal);

    const timing = timingOf(await operator.get('/api/operator/overview'));

    expect(timing.statements).toBe(1);
    expect(timing.total).toBeGreaterThanOrEqual(timing.db);
  });

  it('returns it in a support session, over REST and tRPC, and adds up a batch', async () => {
    const operator = await registerOperator(portal);
    const client = await portal.register();
    const support = await startSupport(operator, client);

    const rest = timingOf(await support.get('/api/dashboard/goals'));
    const batch = timingOf(await support.get('/trpc/dashboard.goals.list,dashboard.goals.list?batch=1'));

    expect(rest.statements).toBeGreaterThan(0);
    expect(batch.statements).toBe(2 * rest.statements);
  });

  it('is for nobody else, nor for an operator in an own organization', async () => {
    const operator = await registerOperator(portal);
    const member = await portal.register();

    const answers = [
      await portal.visitor().get('/api/dashboard/goals'),
      await portal.visitor().get('/api/operator/overview'),
      await member.get('/api/dashboard/goals'),
      await member.get('/api/operator/overview'),
      await (await member.pipeline(['read'])).get('/api/dashboard/goals'),
      await operator.get('/api/dashboard/goals'),
    ];

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 200, 404, 200, 200]);
    expect(answers.filter(({ headers }) => 'server-timing' in headers)).toEqual([]);
  });
});
