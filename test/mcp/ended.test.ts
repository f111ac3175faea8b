import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { assistantGrants, assistants, grantTokens } from '../../db/schema/index.ts';
import { sweepAssistants } from '../../routers/auth/assistants/registered.ts';
import { sweepGrantTokens } from '../../routers/auth/assistants/tokens.ts';
import { eraseAfterGrace } from '../helpers/archives.ts';
import { message, sendBody } from '../helpers/assistants.ts';
import { agree, asking, askToken, letIn, proof, registerAssistant } from '../helpers/grants.ts';
import { registerOperator } from '../helpers/operators.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { json, upstreamForThisTest } from '../helpers/upstream.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile({ restricted: true });
const accounts = () => portal.deps.database.accounts;
const ago = (text: string) => sql`now() - ${text}::interval`;

const CALL = message('tools/call', { name: 'get_visibility_overview' });

describe('sweeping', () => {
  it('deletes tokens past their time, and a grant of which no token is left', async () => {
    const person = await portal.register();
    const [over, used] = [await letIn(portal, person), await letIn(portal, person)];
    const [idle, busy] = (await person.get('/api/auth/account/grants')).json().data.toReversed();
    await accounts()
      .update(grantTokens)
      .set({ expiresAt: ago('1 second') })
      .where(eq(grantTokens.grantId, idle.id));
    await accounts()
      .update(assistantGrants)
      .set({ createdAt: ago('25 hours') });

    await sweepGrantTokens(accounts());

    const left = (await person.get('/api/auth/account/grants')).json().data;
    expect(left.map(({ id }: { id: string }) => id)).toEqual([busy.id]);
    expect((await sendBody(portal, over.access, CALL)).statusCode).toBe(401);
    expect((await sendBody(portal, used.access, CALL)).statusCode).toBe(200);
  });

  it('keeps a grant that was just given and has no token yet', async () => {
    const person = await portal.register();
    const { exchange } = await agree(portal, person);

    await sweepGrantTokens(accounts());

    expect((await askToken(portal, exchange)).statusCode).toBe(200);
  });

  it('deletes an assistant that nobody has let in for 30 days, and no other', async () => {
    const person = await portal.register();
    const [unused, recent] = [(await registerAssistant(portal)).json(), (await registerAssistant(portal)).json()];
    const { clientId: used } = await letIn(portal, person);
    const seen = (id: string, at: string) =>
      accounts()
        .update(assistants)
        .set({ seenAt: ago(at) })
        .where(eq(assistants.id, id));
    await seen(unused.client_id, '30 days 1 hour');
    await seen(recent.client_id, '29 days 23 hours');
    await seen(used, '90 days');

    await sweepAssistants(accounts());

    const known = async (id: string) => (await accounts().$count(assistants, eq(assistants.id, id))) === 1;
    expect([await known(unused.client_id), await known(recent.client_id), await known(used)]).toEqual([
      false,
      true,
      true,
    ]);
  });
});

it('grants of an organization that is erased end, and nothing of them is left', async () => {
  const operator = await registerOperator(portal);
  const person = await portal.register({ orgName: `Client ${randomUUID()}` });
  const { access, refresh } = await letIn(portal, person);
  const ofClient = eq(assistantGrants.orgId, person.orgId);

  await operator.post(`/api/operator/clients/${person.orgId}/erase`, { name: person.orgName });
  const meanwhile = await sendBody(portal, access, CALL);
  await eraseAfterGrace(portal, person);

  expect(meanwhile.statusCode).toBeGreaterThanOrEqual(401);
  expect((await sendBody(portal, access, CALL)).statusCode).toBe(401);
  expect((await askToken(portal, refresh)).json().error).toBe('invalid_grant');
  expect(await accounts().$count(assistantGrants, ofClient)).toBe(0);
});

it('documents that never come hold up only those who wait for documents', async () => {
  const hanging = await upstreamForThisTest();
  const held: ServerResponse[] = [];
  hanging.becomes((response) => held.push(response));
  const working = await upstreamForThisTest();
  const id = `${working.url}/client.json`;
  working.becomes(
    json(200, { client_id: id, client_name: 'Documented', redirect_uris: ['https://assistant.example/callback'] }),
  );
  const stranger = portal.visitor();
  const ask = (visitor: typeof stranger, clientId: string) =>
    visitor.get(`/oauth/authorize?${new URLSearchParams(asking(portal, clientId, proof().challenge))}`);

  const flood = Array.from({ length: 12 }, (_, n) => ask(stranger, `${hanging.url}/${n}.json`));
  await expect.poll(() => held.length).toBe(2);
  const beside = await ask(portal.visitor(), id);

  expect(beside.statusCode).toBe(303);
  expect(held.length).toBe(2);
  hanging.becomes(json(404, {}));
  for (const response of held) response.writeHead(404).end();
  for (const answer of (await Promise.all(flood)).map(outcome)) expect(answer).toMatch(/^(400 VALIDATION|503)/);
});
