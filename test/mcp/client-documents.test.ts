import { describe, expect, it } from 'vitest';
import { isDocumentAddress } from '../../routers/auth/assistants/client-document.ts';
import { agree, asking, askToken, proof, REDIRECT } from '../helpers/grants.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { type Behaviour, json, upstreamForThisTest } from '../helpers/upstream.ts';

const portal = portalForThisFile();

/** An assistant whose document is served at its id. */
async function documented(facts: object = {}) {
  const upstream = await upstreamForThisTest();
  const id = `${upstream.url}/client.json`;
  upstream.becomes(json(200, { client_id: id, client_name: 'Documented', redirect_uris: [REDIRECT], ...facts }));
  return { id, upstream };
}

const ask = (id: string) =>
  portal.visitor().get(`/oauth/authorize?${new URLSearchParams(asking(portal, id, proof().challenge))}`);

describe('An assistant that is known by its document', () => {
  it('is let in by name, and its document is read once', async () => {
    const { id, upstream } = await documented();
    const person = await portal.register();

    const { exchange } = await agree(portal, person, {}, id);
    const tokens = await askToken(portal, exchange);
    const [grant] = (await person.get('/api/auth/account/grants')).json().data;

    expect(tokens.statusCode).toBe(200);
    expect(grant).toMatchObject({ assistant: 'Documented', redirectHost: new URL(REDIRECT).host });
    expect(upstream.asked).toHaveLength(1);
  });

  it.each<[string, object]>([
    ['another id', { client_id: 'https://assistant.example/client.json' }],
    ['no addresses', { redirect_uris: [] }],
    ['an address of http', { redirect_uris: ['http://assistant.example/callback'] }],
    ['a secret', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['more than 5 KiB', { client_uri: 'x'.repeat(5 * 1024) }],
  ])('is not known by a document with %s', async (_what, facts) => {
    const { id } = await documented(facts);

    const answer = await ask(id);

    expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_request']);
  });

  it.each<[string, Behaviour]>([
    ['is not there', json(404, {})],
    ['is somewhere else', (response) => response.writeHead(302, { location: '/other.json' }).end()],
    ['is no JSON', (response) => response.writeHead(200).end('<html>')],
    [
      'is cut short',
      (response) => response.writeHead(200, { 'content-length': '99' }).write('{', () => response.destroy()),
    ],
  ])('is not known by a document that %s', async (_what, behaviour) => {
    const { id, upstream } = await documented();
    upstream.becomes(behaviour);

    expect((await ask(id)).statusCode).toBe(400);
    expect(upstream.asked).toHaveLength(1);
  });
});

describe('In production, the id of an assistant', () => {
  it.each([
    ['https://assistant.example/client.json', true],
    ['http://127.0.0.1:8080/client.json', false],
    ['https://127.0.0.1/client.json', false],
    ['https://[::1]/client.json', false],
    ['https://10.0.0.8/client.json', false],
    ['https://169.254.169.254/latest', false],
    ['https://assistant.example/', false],
    ['https://assistant.example/a/../client.json', false],
    ['ftp://assistant.example/client.json', false],
  ])('%s is the address of a document: %s', (id, expected) => {
    expect(isDocumentAddress({ production: true }, id)).toBe(expected);
  });
});
