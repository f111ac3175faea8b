import { expect, it } from 'vitest';
import { askToken, letIn, registerAssistant } from '../helpers/grants.ts';
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
