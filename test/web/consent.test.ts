import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  auth,
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { expect, it, onTestFinished } from 'vitest';
import { callTool } from '../helpers/assistants.ts';
import { siteForThisFile } from '../helpers/browser.ts';
import { codeOf, enrol } from '../helpers/second-factor.ts';

const site = siteForThisFile();

/** The address on the person's own machine at which an assistant waits for its answer. */
async function loopback() {
  const answers: URLSearchParams[] = [];
  const server = createServer(({ url = '/' }, response) => {
    if (url.startsWith('/callback')) answers.push(new URL(url, 'http://127.0.0.1').searchParams);
    response.setHeader('content-type', 'text/html').end('<h1>Back at the assistant</h1>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { answers, redirectUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback` };
}

/** An assistant that keeps what the protocol's own client hands it, and the address it sends its person to. */
class Assistant implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadata;
  sentTo: URL | undefined;
  #client: StoredOAuthClientInformation | undefined;
  #tokens: StoredOAuthTokens | undefined;
  #verifier = '';
  #discovered: OAuthDiscoveryState | undefined;

  constructor(redirectUrl: string) {
    this.redirectUrl = redirectUrl;
    this.clientMetadata = { client_name: 'Desk assistant', redirect_uris: [redirectUrl], scope: 'read' };
  }
  state = () => 'a state of its own';
  clientInformation = () => this.#client;
  saveClientInformation(client: StoredOAuthClientInformation) {
    this.#client = client;
  }
  tokens = () => this.#tokens;
  saveTokens(tokens: StoredOAuthTokens) {
    this.#tokens = tokens;
  }
  redirectToAuthorization(address: URL) {
    this.sentTo = address;
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  codeVerifier = () => this.#verifier;
  saveDiscoveryState(state: OAuthDiscoveryState) {
    this.#discovered = state;
  }
  discoveryState = () => this.#discovered;
}

it('an assistant is let in by the protocol’s own client, after sign-in with a second factor', async () => {
  const person = await site.portal().register();
  const authenticator = await enrol(person);
  const { answers, redirectUrl } = await loopback();
  const assistant = new Assistant(redirectUrl);
  const serverUrl = new URL('/mcp', site.portal().deps.env.PUBLIC_URL);

  expect(await auth(assistant, { serverUrl })).toBe('REDIRECT');
  const { page } = await site.open();
  await page.goto(String(assistant.sentTo));
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Code').waitFor();
  // It has the focus.
  await page.keyboard.type(codeOf(authenticator, 1));
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByRole('heading', { level: 1, name: 'Allow an assistant' }).waitFor();
  await page.getByText('Desk assistant').waitFor();
  await page.getByText(person.orgName).first().waitFor();
  await page.getByText(new URL(redirectUrl).host).waitFor();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('heading', { name: 'Back at the assistant' }).waitFor();

  const [answer] = answers;
  expect(answer?.get('state')).toBe('a state of its own');
  const authorizationCode = answer?.get('code') ?? '';
  expect(await auth(assistant, { serverUrl, authorizationCode, iss: answer?.get('iss') ?? '' })).toBe('AUTHORIZED');

  const client = new Client({ name: 'Desk assistant', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(serverUrl, { authProvider: assistant }));
  onTestFinished(() => client.close());
  expect(await callTool(client, 'get_visibility_overview')).toMatchObject({
    structuredContent: { data: { clientName: person.orgName } },
  });

  // A refresh by the client, as after an hour.
  const before = assistant.tokens()?.access_token;
  expect(await auth(assistant, { serverUrl })).toBe('AUTHORIZED');
  expect(assistant.tokens()?.access_token).not.toBe(before);
});

it('an assistant that is refused gets no code', async () => {
  const person = await site.portal().register();
  const { answers, redirectUrl } = await loopback();
  const assistant = new Assistant(redirectUrl);
  await auth(assistant, { serverUrl: new URL('/mcp', site.portal().deps.env.PUBLIC_URL) });
  const { page } = await site.open();
  await site.enter(page, person);

  await page.goto(String(assistant.sentTo));
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.getByRole('heading', { name: 'Back at the assistant' }).waitFor();

  expect(answers.map((answer) => [answer.get('error'), answer.get('code')])).toEqual([['access_denied', null]]);
  expect((await person.get('/api/auth/account/grants')).json().data).toEqual([]);
});
