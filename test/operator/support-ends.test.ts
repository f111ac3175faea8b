import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { organizations } from '../../db/schema/index.ts';
import { operatorCommands } from '../../routers/operator/commands.ts';
import { sweepSupportSessions } from '../../server/identity/support-sessions.ts';
import { hold } from '../helpers/held.ts';
import { REASON, registerOperator } from '../helpers/operators.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { runCommand } from '../helpers/shell.ts';
import { startSupport } from '../helpers/support.ts';
import { events, ORG, OWN } from '../helpers/trail.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile({ restricted: true });

let boss: Person;
beforeAll(async () => {
  boss = await registerOperator(portal);
  await portal.listen();
});

const expire = ({ orgId }: Person) =>
  portal.deps.database.accounts.execute(
    sql`update support_sessions set expires_at = now() - interval '1 second' where org_id = ${orgId}`,
  );

interface Case {
  operator: Person;
  client: Person;
  support: Awaited<ReturnType<typeof startSupport>>;
}

const withoutRole =
  (verb: 'operator add' | 'operator remove', ...more: string[]) =>
  ({ operator }: Case) =>
    runCommand(operatorCommands[verb], portal, operator.email, ...more);

const ENDS: Record<string, (one: Case) => unknown> = {
  'its time is over': ({ client }) => expire(client),
  'it signs out': ({ support }) => support.post('/api/auth/logout'),
  'the operator signs out elsewhere': ({ operator }) => operator.post('/api/auth/logout'),
  'the operator is locked': ({ operator }) =>
    boss.post(`/api/operator/users/${operator.userId}/lock`, { reason: REASON }),
  'the operator loses the second factor': ({ operator }) =>
    boss.post(`/api/operator/users/${operator.userId}/reset-second-factor`, { reason: REASON }),
  'the operator loses the role': withoutRole('operator remove'),
  'the operator becomes a supporter': withoutRole('operator add', '--role', 'support'),
  'the client is suspended, even if it is resumed': async ({ client }) => {
    await boss.post(`/api/operator/clients/${client.orgId}/suspend`, { reason: REASON });
    await boss.post(`/api/operator/clients/${client.orgId}/resume`);
  },
  'the client is to be erased': ({ client }) =>
    portal.deps.database.accounts
      .update(organizations)
      .set({ status: 'erasing' })
      .where(eq(organizations.id, client.orgId)),
};

describe('A support session ends when', () => {
  it.each(Object.entries(ENDS))('%s, with one line in the trail of the client', async (_title, end) => {
    const operator = await registerOperator(portal, { name: 'Olga Operator' });
    await portal.deps.database.accounts.execute(
      sql`update users set email_verified = true where id = ${operator.userId}`,
    );
    const client = await portal.register();
    const support = await startSupport(operator, client, { write: true });
    const before = outcome(await support.get('/api/visibility/scores'));

    await end({ operator, client, support });
    const answers = [
      await support.get('/api/visibility/scores'),
      await support.post('/api/cms/pages', { title: 'A page' }),
    ];
    await sweepSupportSessions(portal.deps.database.accounts);
    await sweepSupportSessions(portal.deps.database.accounts);

    expect(before).toBe('200');
    expect(answers.map(outcome)).toEqual(['401 UNAUTHENTICATED', '401 UNAUTHENTICATED']);
    const lines = (await events(client, ORG)).filter(({ type }) => type.includes('support'));
    expect(lines.map(({ type, actor }) => [type, actor])).toEqual([
      ['support_session_ended', 'Olga Operator'],
      ['support_session_started', 'Olga Operator'],
    ]);
  });

  it('somebody signs in with its cookies, and so does the operator’s own session', async () => {
    const operator = await registerOperator(portal);
    const other = await portal.register();
    const support = await startSupport(operator, await portal.register());

    const signedIn = await support.post('/api/auth/login', { email: other.email, password: other.password });

    expect(outcome(signedIn)).toBe('200');
    expect([await support.get(OWN), await operator.get(OWN)].map(outcome)).toEqual(
      Array(2).fill('401 UNAUTHENTICATED'),
    );
  });

  it('a change is on its way: it is not made', async () => {
    const client = await portal.register();
    const support = await startSupport(boss, client, { write: true });
    const headers = { cookie: support.cookie, 'x-forwarded-for': boss.address };
    const held = await Promise.all(
      ['POST /api/cms/pages', 'POST /trpc/cms.pages.create'].map((route) =>
        hold(portal, route, { title: 'Late' }, headers),
      ),
    );

    await expire(client);
    const answers = await Promise.all(held.map((finish) => finish()));

    expect(answers.map(outcome)).toEqual(Array(2).fill('401 UNAUTHENTICATED'));
    expect((await client.get('/api/cms/pages')).json()).toEqual([]);
    expect((await events(client, ORG)).map(({ type }) => type)).not.toContain('changed_by_support');
  });
});

it('A suspended client has no support sessions', async () => {
  const client = await portal.register();
  await boss.post(`/api/operator/clients/${client.orgId}/suspend`, { reason: REASON });

  await expect(startSupport(boss, client)).rejects.toThrow('INVALID_TRANSITION');
});
