import { randomUUID } from 'node:crypto';
import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client';
import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import type { AppRouter } from '../../routers/index.ts';
import { runLog } from '../../routers/insights/runs.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';

// A TypeScript frontend: the tRPC client over a real socket, with only the router type of the portal.

const portal = portalForThisFile();
let address: string;
beforeAll(async () => {
  address = await portal.listen();
});

/** The cookie handling of a browser, with the headers that its page adds. */
function frontend(standing: Record<string, string> = {}) {
  const jar = new Map<string, string>();
  const requests: string[] = [];
  const from = portal.visitor().address;
  const client = createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: `${address}/trpc`,
        async fetch(url, options) {
          requests.push(`${options?.method} ${new URL(url.toString()).pathname}`);
          const headers = new Headers(options?.headers);
          headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
          headers.set('x-forwarded-for', from);
          for (const [name, value] of Object.entries(standing)) headers.set(name, value);
          const { method, body } = options ?? {};
          const response = await fetch(url, {
            headers,
            ...(method && { method }),
            ...(body && { body: String(body) }),
          });
          for (const cookie of response.headers.getSetCookie()) {
            const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
            value ? jar.set(name, value) : jar.delete(name);
          }
          return response;
        },
      }),
    ],
  });
  return { client, jar, requests };
}

/** The error of a failed call, as the client types it. */
async function failure(call: Promise<unknown>): Promise<TRPCClientError<AppRouter>> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof TRPCClientError) return error as TRPCClientError<AppRouter>;
  throw new Error('The call did not fail as a call of tRPC fails.', { cause: error });
}

describe('a frontend with the tRPC client', () => {
  it('signs in, reads the scores and signs out', async () => {
    const account = await portal.register();
    await (await account.pipeline()).post('/api/ingest/scans', scan());
    const { client, jar } = frontend();

    const answer = await client.auth.login.mutate({ email: account.email, password: account.password });
    const scores = await client.visibility.scores.query();
    await client.auth.logout.mutate();

    const user = { id: account.userId, email: account.email, orgId: account.orgId };
    expect(answer).toEqual({ ok: true, user });
    expect(scores.data.overall.rawScore).toBe(61.2);
    expectTypeOf(scores.data.asOf).toEqualTypeOf<string | null>();
    // The device stays known.
    expect([...jar.keys()]).toEqual(['portal_device']);
  });

  it('gets the code, status and fields of an error', async () => {
    const { client } = frontend();

    const stranger = await failure(client.visibility.scores.query());
    const wrong = await failure(client.auth.login.mutate({ email: `${randomUUID()}@example.com`, password: 'wrong' }));
    const malformed = await failure(client.auth.register.mutate({ email: 'no address', password: 'short' }));

    expect(stranger.data).toMatchObject({ code: 'UNAUTHORIZED', httpStatus: 401, errorCode: 'UNAUTHENTICATED' });
    expect(wrong.data?.errorCode).toBe('INVALID_CREDENTIALS');
    expect(malformed.data?.issues?.map(({ path }) => path)).toEqual(['email', 'password']);
    expectTypeOf(malformed.data?.issues).not.toBeAny();
    expectTypeOf(wrong.data?.retryAfter).toEqualTypeOf<number | undefined>();
  });

  it('of another site gets the code and sentence of the refusal', async () => {
    const { client } = frontend({ origin: 'https://evil.example' });

    const one = await failure(client.auth.logout.mutate());
    const batch = await Promise.all([client.auth.logout.mutate(), client.auth.logout.mutate()].map(failure));

    for (const { data, message } of [one, ...batch]) {
      expect(data).toMatchObject({ code: 'FORBIDDEN', httpStatus: 403, errorCode: 'CSRF_REJECTED' });
      expect(message).toBe('This request came from another site and was refused.');
    }
  });

  it('gets the seconds to wait from a rate limit', async () => {
    const { client } = frontend();
    const attempt = () => client.auth.login.mutate({ email: `${randomUUID()}@example.com`, password: 'wrong' });
    for (let turn = 0; turn < 5; turn++) await failure(attempt());

    const refused = await failure(attempt());

    expect(refused.data).toMatchObject({ httpStatus: 429, errorCode: 'RATE_LIMITED' });
    expect(refused.data?.retryAfter).toBeGreaterThan(14 * 60);
  });

  it('sends concurrent queries as one request', async () => {
    const { client, requests } = frontend();
    const { email, password } = await portal.register();
    await client.auth.login.mutate({ email, password });

    const [profile, history, sessions] = await Promise.all([
      client.auth.account.profile.query(),
      client.insights.history.query({ limit: 5 }),
      client.auth.account.sessions.list.query(),
    ]);

    expect(requests).toEqual([
      'POST /trpc/auth.login',
      'GET /trpc/auth.account.profile,insights.history,auth.account.sessions.list',
    ]);
    expect(profile.data.email).toBe(email);
    expect(history).toEqual({ runs: [], total: 0, limit: 5, offset: 0 });
    expect(sessions).toHaveLength(2);
  });

  it('calls page procedures by their REST path names', async () => {
    const { client } = frontend();
    const { email, password } = await portal.register();
    await client.auth.login.mutate({ email, password });

    const { data: page } = await client.cms.pages.create.mutate({ title: 'Prices' });
    const versions = await client.cms.pages.versions.query({ id: page.id });
    const pages = await client.cms.pages.list.query({});

    expect(versions.data.map(({ title }) => title)).toEqual(['Prices']);
    expect(pages.map(({ id }) => id)).toEqual([page.id]);
    expectTypeOf(page.status).toEqualTypeOf<'draft' | 'review' | 'published'>();
  });

  it('asks a question and finds it in the history', async () => {
    const { client } = frontend();
    const { email, password } = await portal.register();
    await client.auth.login.mutate({ email, password });

    const answer = await client.insights.query.mutate({ type: 'scoring' });
    await portal.deps.use(runLog).settled();
    const { runs } = await client.insights.history.query({});

    expect(answer.type).toBe('answer');
    expect(runs.map(({ run_type }) => run_type)).toEqual(['scoring']);
  });
});
