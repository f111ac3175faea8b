import { describe, expect, it } from 'vitest';
import { message, sendBody } from '../helpers/assistants.ts';
import { agree, asking, askToken, letIn, proof, REDIRECT, registerAssistant } from '../helpers/grants.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile();
const visit = () => portal.visitor();
const issuer = () => new URL(portal.deps.env.PUBLIC_URL).origin;

const CALL = message('tools/call', { name: 'get_visibility_overview' });
const call = async (token: string) => (await sendBody(portal, token, CALL)).statusCode;

describe('the documents', () => {
  it('lead from the address of assistants to the endpoints', async () => {
    const refused = await sendBody(portal, undefined, CALL);
    const pointer = /resource_metadata="([^"]+)"/.exec(String(refused.headers['www-authenticate']))?.[1] ?? '';
    const resource = (await visit().get(new URL(pointer).pathname)).json();
    const server = (await visit().get('/.well-known/oauth-authorization-server')).json();

    expect(resource).toMatchObject({ resource: `${issuer()}/mcp`, authorization_servers: [issuer()] });
    expect((await visit().get('/.well-known/oauth-protected-resource')).json()).toEqual(resource);
    expect(server).toMatchObject({
      issuer: issuer(),
      authorization_endpoint: `${issuer()}/oauth/authorize`,
      token_endpoint: `${issuer()}/oauth/token`,
      registration_endpoint: `${issuer()}/oauth/register`,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
  });
});

describe('POST /oauth/register', () => {
  it.each([
    'https://assistant.example/callback',
    'http://127.0.0.1:33418/callback',
    'http://localhost/callback',
    'http://[::1]:8080/callback',
  ])('takes %s', async (uri) => {
    const answer = await registerAssistant(portal, {
      redirect_uris: [uri],
      token_endpoint_auth_method: 'client_secret_post',
    });

    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({ redirect_uris: [uri], token_endpoint_auth_method: 'none' });
    expect(answer.json()).not.toHaveProperty('client_secret');
  });

  it.each([
    ['http of others', 'http://assistant.example/callback'],
    ['a wildcard', 'https://*.assistant.example/callback'],
    ['a fragment', 'https://assistant.example/callback#part'],
    ['an empty fragment', 'https://assistant.example/callback#'],
    ['a password', 'https://user:word@assistant.example/callback'],
    ['a twin of localhost', 'http://localhost.assistant.example/callback'],
    ['a script', 'javascript:alert(1)'],
    ['a path alone', '/callback'],
  ])('refuses %s', async (_what, uri) => {
    const answer = await registerAssistant(portal, { redirect_uris: [uri] });

    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ error: 'invalid_redirect_uri', error_description: expect.any(String) });
    expect(answer.headers['x-request-id']).toEqual(expect.any(String));
  });

  it('refuses a name of several lines, and a body that is none', async () => {
    const named = await registerAssistant(portal, { client_name: 'Claude\nby Anthropic' });
    const none = await visit().post('/oauth/register', 'no JSON', { 'content-type': 'application/json' });

    expect([named.statusCode, named.json().error]).toEqual([400, 'invalid_client_metadata']);
    expect([none.statusCode, none.json().error]).toEqual([400, 'invalid_request']);
  });

  it('takes twenty an hour of an address', async () => {
    const stranger = visit();
    const facts = { redirect_uris: [REDIRECT] };

    const answers = await Promise.all(Array.from({ length: 25 }, () => stranger.post('/oauth/register', facts)));

    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20);
    const over = answers.find(({ statusCode }) => statusCode === 429);
    expect([over?.json().error, over?.headers['retry-after']]).toEqual(['temporarily_unavailable', expect.any(String)]);
  });
});

describe('GET /oauth/authorize', () => {
  it('leads to the page that asks', async () => {
    const { client_id } = (await registerAssistant(portal)).json();
    const asked = asking(portal, client_id, proof().challenge);

    const answer = await visit().get(`/oauth/authorize?${new URLSearchParams(asked)}`);

    expect(answer.statusCode).toBe(303);
    const page = new URL(String(answer.headers.location));
    expect(page.pathname).toBe('/consent');
    const request = Buffer.from(page.searchParams.get('request') ?? '', 'base64url');
    expect(JSON.parse(String(request))).toEqual(asked);
  });

  it.each([
    ['another port of https', 'https://assistant.example:8443/callback'],
    ['another path', 'https://assistant.example/other'],
    ['a longer path', 'https://assistant.example/callback/'],
    ['a parameter more', 'https://assistant.example/callback?a=1'],
    ['another host', 'https://evil.example/callback'],
    ['a fragment', 'https://assistant.example/callback#a'],
  ])('sends nobody to %s', async (_what, uri) => {
    const { client_id } = (await registerAssistant(portal)).json();
    const asked = asking(portal, client_id, proof().challenge, { redirect_uri: uri });

    const answer = await visit().get(`/oauth/authorize?${new URLSearchParams(asked)}`);

    expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_request']);
    expect(answer.headers).not.toHaveProperty('location');
  });

  it('a program on the machine of the person may listen at another port, and under no other name', async () => {
    const { client_id } = (await registerAssistant(portal, { redirect_uris: ['http://127.0.0.1:1/callback'] })).json();
    const at = async (redirect_uri: string) => {
      const asked = asking(portal, client_id, proof().challenge, { redirect_uri });
      return (await visit().get(`/oauth/authorize?${new URLSearchParams(asked)}`)).statusCode;
    };

    expect(await at('http://127.0.0.1:54321/callback')).toBe(303);
    expect(await at('http://localhost:1/callback')).toBe(400);
    expect(await at('http://127.0.0.1:54321/other')).toBe(400);
  });

  it.each([
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge: '' }],
    ['invalid_target', { resource: 'https://other.example/mcp' }],
    ['invalid_target', { resource: '' }],
    ['invalid_scope', { scope: 'everything' }],
  ])('tells the assistant of %s for %j', async (error, wrong) => {
    const { client_id } = (await registerAssistant(portal)).json();
    const asked = asking(portal, client_id, proof().challenge, wrong);

    const answer = await visit().get(`/oauth/authorize?${new URLSearchParams(asked)}`);

    const back = new URL(String(answer.headers.location));
    expect(back.origin + back.pathname).toBe(REDIRECT);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error, state: 'a state', iss: issuer() });
  });
});

describe('consent', () => {
  it('names the assistant, where the answer goes, the organization and the scopes', async () => {
    const person = await portal.register();
    const { client_id } = (await registerAssistant(portal)).json();
    const asked = new URLSearchParams(asking(portal, client_id, proof().challenge, { scope: 'read write openid' }));

    const { data } = (await person.get(`/api/auth/account/consent?${asked}`)).json();

    expect(data).toEqual({
      assistant: 'Test assistant',
      redirectHost: 'assistant.example',
      org: { id: person.orgId, name: person.orgName },
      scopes: ['read', 'write'],
    });
  });

  it('that is refused goes back as access_denied, and lets nobody in', async () => {
    const person = await portal.register();
    const { client_id } = (await registerAssistant(portal)).json();
    const asked = asking(portal, client_id, proof().challenge);

    const answer = await person.post('/api/auth/account/consent', { ...asked, allow: false });

    const back = new URL(answer.json().data.redirectTo);
    expect(Object.fromEntries(back.searchParams)).toEqual({ error: 'access_denied', state: 'a state', iss: issuer() });
    expect((await person.get('/api/auth/account/grants')).json().data).toEqual([]);
  });

  it('needs a session, and no key or other site gives it', async () => {
    const person = await portal.register();
    const pipeline = await person.pipeline(['read']);
    const { client_id } = (await registerAssistant(portal)).json();
    const body = { ...asking(portal, client_id, proof().challenge), allow: true };
    const url = '/api/auth/account/consent';

    expect((await visit().post(url, body)).statusCode).toBe(401);
    expect((await pipeline.post(url, body)).statusCode).toBe(403);
    expect((await person.post(url, body, { origin: 'https://assistant.example' })).statusCode).toBe(403);
  });

  it('code, state and issuer go back, and the code gives a token for the organization of the session', async () => {
    const person = await portal.register({ orgName: 'Let in here' });
    const { back, exchange } = await agree(portal, person);

    const answer = await askToken(portal, exchange);

    expect(Object.fromEntries(back.searchParams)).toEqual({ code: exchange.code, state: 'a state', iss: issuer() });
    expect(answer.json()).toEqual({
      access_token: expect.stringMatching(/^pa_/),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.any(String),
      scope: 'read',
    });
    expect(answer.headers['cache-control']).toContain('no-store');
    expect((await sendBody(portal, answer.json().access_token, CALL)).body).toContain('Let in here');
  });
});

describe('POST /oauth/token', () => {
  it.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }],
    ['no verifier', { code_verifier: '' }],
    ['another address', { redirect_uri: 'https://assistant.example/other' }],
    ['another assistant', { client_id: '7b0e6c1d-52f4-4a39-9d18-c6f2b7e0a413' }],
  ])('refuses a code with %s, and it is spent', async (_what, wrong) => {
    const { exchange } = await agree(portal, await portal.register());

    const answers = [await askToken(portal, { ...exchange, ...wrong }), await askToken(portal, exchange)];

    for (const answer of answers) expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_grant']);
  });

  it('a code that is used twice ends all that came of it', async () => {
    const person = await portal.register();
    const { access, exchange, refresh } = await letIn(portal, person);
    expect(await call(access)).toBe(200);

    const again = await askToken(portal, exchange);

    expect(again.json().error).toBe('invalid_grant');
    expect(await call(access)).toBe(401);
    expect((await askToken(portal, refresh)).json().error).toBe('invalid_grant');
    expect((await person.get('/api/auth/account/grants')).json().data).toEqual([]);
  });

  it('one of twenty at once gets tokens for a code', async () => {
    const { exchange } = await agree(portal, await portal.register());

    const answers = await Promise.all(Array.from({ length: 20 }, () => askToken(portal, exchange)));

    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, ...Array(19).fill(400)]);
  });

  it('a refresh token is exchanged once; used again its family ends', async () => {
    const { access, refresh } = await letIn(portal, await portal.register());
    const renewed = (await askToken(portal, refresh)).json();
    expect([await call(access), await call(renewed.access_token)]).toEqual([200, 200]);

    const again = await askToken(portal, refresh);

    expect([again.statusCode, again.json().error]).toEqual([400, 'invalid_grant']);
    expect([await call(access), await call(renewed.access_token)]).toEqual([401, 401]);
    const next = { ...refresh, refresh_token: renewed.refresh_token };
    expect((await askToken(portal, next)).json().error).toBe('invalid_grant');
  });

  it('a refresh token is no access token, and good for its assistant only', async () => {
    const { access, refresh } = await letIn(portal, await portal.register());
    const { client_id } = (await registerAssistant(portal)).json();

    expect(await call(refresh.refresh_token)).toBe(401);
    expect((await askToken(portal, { ...refresh, refresh_token: access })).json().error).toBe('invalid_grant');
    expect((await askToken(portal, { ...refresh, client_id })).json().error).toBe('invalid_grant');
  });

  it('refuses the resource of another server, another kind of grant, a parameter twice, and JSON', async () => {
    const { exchange } = await agree(portal, await portal.register());
    const form = { 'content-type': 'application/x-www-form-urlencoded' };

    const elsewhere = await askToken(portal, { ...exchange, resource: 'https://other.example/mcp' });
    const kind = await askToken(portal, { ...exchange, grant_type: 'password' });
    const twice = await visit().post('/oauth/token', `${new URLSearchParams(exchange)}&client_id=a`, form);
    const json = await visit().post('/oauth/token', exchange);

    expect([elsewhere, kind, twice].map((answer) => answer.json().error)).toEqual([
      'invalid_target',
      'unsupported_grant_type',
      'invalid_request',
    ]);
    expect([json.statusCode, json.json().error]).toEqual([415, 'invalid_request']);
    expect((await askToken(portal, exchange)).statusCode).toBe(200);
  });

  it('a token opens no other address', async () => {
    const { access } = await letIn(portal, await portal.register());
    const headers = { authorization: `Bearer ${access}` };

    for (const path of ['/api/visibility/overview', '/api/auth/account/profile', '/trpc/dashboard.goals.list'])
      expect((await visit().get(path, headers)).statusCode).toBe(401);
  });
});
