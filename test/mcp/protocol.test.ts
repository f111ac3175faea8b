import { describe, expect, it } from 'vitest';
import { assistant, callTool, message, REVISIONS, sendBody } from '../helpers/assistants.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile();

/** The key of an assistant of a new organization. */
async function newKey() {
  const person = await portal.register();
  return { person, key: (await person.pipeline(['read'])).key };
}

describe.each(Object.keys(REVISIONS) as (keyof typeof REVISIONS)[])('a client %s', (revision) => {
  it('connects, lists the tools and calls one', async () => {
    const { person, key } = await newKey();
    const client = await assistant(portal, key, revision);

    const { tools } = await client.listTools();
    const result = await callTool(client, 'get_visibility_overview');

    expect(client.getServerVersion()).toMatchObject({ name: 'client-portal' });
    expect(client.getInstructions()).toContain('untrusted');
    expect(tools.length).toBeGreaterThanOrEqual(20);
    expect(result).toMatchObject({ structuredContent: { data: { clientName: person.orgName } } });
    expect(JSON.parse(result.content[0]?.text ?? '')).toEqual(result.structuredContent);
  });

  it('is told that a tool does not exist', async () => {
    const { key } = await newKey();
    const client = await assistant(portal, key, revision);

    await expect(client.callTool({ name: 'delete_everything' })).rejects.toThrow('There is no tool of this name.');
  });

  it('gets a faulty argument as a result that the model can read', async () => {
    const { key } = await newKey();
    const client = await assistant(portal, key, revision);

    const result = await callTool(client, 'list_reviews', { limit: 'all' });

    expect(result).toMatchObject({
      isError: true,
      structuredContent: { code: 'VALIDATION_ERROR', issues: [{ path: 'limit' }] },
    });
  });
});

describe('the tools', () => {
  it('are described by the metadata of their procedures, and only read', async () => {
    const { key } = await newKey();
    const { tools } = await (await assistant(portal, key)).listTools();

    const reviews = tools.find(({ name }) => name === 'list_reviews');

    expect(reviews).toMatchObject({
      title: 'List reviews',
      annotations: { readOnlyHint: true, destructiveHint: false },
      inputSchema: { type: 'object', properties: { limit: {}, after: {}, offset: {}, from: {}, to: {} } },
    });
    expect(reviews?.description).toMatch(/^List reviews\. The newest first,.*`responseRate` in percent\.$/);
    expect(tools.filter(({ description = '' }) => description.length < 60)).toEqual([]);
    expect(JSON.stringify(tools)).not.toMatch(/"(clientId|client_id|orgId|userId)"/);
  });
});

describe('POST /mcp', () => {
  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)('refuses %s with 405', async (method) => {
    const answer = await portal.inject({ method, url: '/mcp' });

    expect(answer.statusCode).toBe(405);
    expect(answer.headers).toMatchObject({ allow: 'POST', 'x-request-id': expect.any(String) });
  });

  it.each<[string, string | object, number, number]>([
    ['a batch', [message('ping'), message('ping', {}, 2)], 400, -32600],
    ['half of a message', '{"jsonrpc": "2.0", "method"', 400, -32700],
    ['a text', '"ping"', 400, -32600],
    ['a message of 10 MB', message('ping', { text: 'x'.repeat(10_000_000) }), 413, -32000],
    [
      'values that lie deep',
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${'['.repeat(40)}${']'.repeat(40)}}}`,
      400,
      -32700,
    ],
    [
      'text that cannot be stored',
      message('tools/call', { name: 'list_pages', arguments: { search: '\0' } }),
      400,
      -32600,
    ],
  ])('refuses %s as JSON-RPC does', async (_what, body, status, code) => {
    const { key } = await newKey();

    const answer = await sendBody(portal, key, body);

    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code, message: expect.any(String) } });
    expect(answer.headers['x-request-id']).toEqual(expect.any(String));
  });

  it('refuses another media type', async () => {
    const { key } = await newKey();

    const answer = await sendBody(portal, key, message('ping'), { 'content-type': 'text/plain' });

    expect(answer.statusCode).toBe(415);
    expect(answer.json()).toMatchObject({ error: { data: { code: 'UNSUPPORTED_MEDIA_TYPE' } } });
  });

  it('refuses a version that nobody knows', async () => {
    const { key } = await newKey();

    const answer = await sendBody(portal, key, message('tools/list'), { 'mcp-protocol-version': '1999-01-01' });

    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: { message: expect.stringContaining('version') } });
  });

  it('opens no stream for subscriptions', async () => {
    const { key } = await newKey();

    const answer = await sendBody(portal, key, message('subscriptions/listen', {}, 'a'));

    expect([answer.statusCode, answer.json()]).toMatchObject([404, { id: 'a', error: { code: -32601 } }]);
  });

  it('accepts a notification without an answer', async () => {
    const { key } = await newKey();

    const answer = await sendBody(portal, key, { jsonrpc: '2.0', method: 'notifications/initialized' });

    expect([answer.statusCode, answer.body]).toEqual([202, '']);
  });

  it('refuses pages of other sites', async () => {
    const { key } = await newKey();

    const answer = await sendBody(portal, key, message('ping'), { origin: 'https://elsewhere.example' });

    expect([answer.statusCode, answer.json()]).toMatchObject([403, { error: { data: { code: 'CSRF_REJECTED' } } }]);
  });
});

it.each([{}, { jsonrpc: '2.0', id: 1 }, { jsonrpc: '2.0', id: 1, method: 'tools/list', params: [] }])(
  'a message that is none has the code of its refusal in the headers: %j',
  async (body) => {
    const { key } = await newKey();

    const { statusCode, headers } = await sendBody(portal, key, body);

    expect([statusCode, headers['x-error-code']]).toEqual([400, 'VALIDATION_ERROR']);
  },
);
