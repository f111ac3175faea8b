import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { grantTokens } from '../../db/schema/index.ts';
import { fingerprint } from '../../server/identity/tokens.ts';
import { message, sendBody } from '../helpers/assistants.ts';
import { agree, askToken, letIn, registerAssistant } from '../helpers/grants.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile();

it('a name that turns the sentences around it is not registered', async () => {
  const answer = await registerAssistant(portal, { client_name: 'Friendly \u202Eevil' });

  expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_client_metadata']);
});

it.each(['read', 'read write admin'])(
  'a refresh token of a grant to read and write is not exchanged for %s',
  async (scope) => {
    const { refresh } = await letIn(portal, await portal.register(), { scope: 'read write' });

    const refused = await askToken(portal, { ...refresh, scope });
    const same = await askToken(portal, { ...refresh, scope: 'write read' });

    expect([refused.statusCode, refused.json().error]).toEqual([400, 'invalid_scope']);
    expect([same.statusCode, same.json().scope]).toEqual([200, 'read write']);
  },
);

it('other methods are refused in the shape of OAuth', async () => {
  const answer = await portal.visitor().get('/oauth/token');

  expect([answer.statusCode, answer.headers.allow, answer.json().error]).toEqual([405, 'POST', 'invalid_request']);
});

/** Lets a code or token be over. */
const expire = (token: string) =>
  portal.deps.database.accounts
    .update(grantTokens)
    .set({ validUntil: sql`now() - interval '1 second'` })
    .where(eq(grantTokens.hash, fingerprint(token)))
    .returning();

it('a code that is over gets no tokens, and ends nothing', async () => {
  const person = await portal.register();
  const { exchange, code } = await agree(portal, person);
  expect(await expire(code)).toHaveLength(1);

  const answer = await askToken(portal, exchange);

  expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_grant']);
  expect((await person.get('/api/auth/account/grants')).json().data).toHaveLength(1);
});

it('an access token that is over opens nothing, and its refresh token gets another', async () => {
  const { access, refresh } = await letIn(portal, await portal.register());
  expect(await expire(access)).toHaveLength(1);
  const call = async (token: string) => {
    const { statusCode, headers } = await sendBody(portal, token, message('tools/list'));
    return [statusCode, headers['www-authenticate'] !== undefined];
  };

  const before = await call(access);
  const renewed = await askToken(portal, refresh);

  expect(before).toEqual([401, true]);
  expect(await call(renewed.json().access_token)).toEqual([200, false]);
});

it('a refresh token that is over gets no tokens', async () => {
  const { refresh } = await letIn(portal, await portal.register());
  expect(await expire(refresh.refresh_token)).toHaveLength(1);

  expect((await askToken(portal, refresh)).json().error).toBe('invalid_grant');
});
