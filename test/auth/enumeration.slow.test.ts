import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';
import { processorTime } from '../helpers/processor.ts';

const portal = portalForThisFile();

const ROUTES = ['/api/auth/login', '/api/auth/forgot-password', '/trpc/auth.login', '/trpc/auth.forgotPassword'];
const nobody = () => `${randomUUID()}@example.com`;
const ask = (url: string, email: string) => portal.visitor().post(url, { email, password: 'not the password' });

/** Everything of an answer but what names the request and the time. */
function told({ statusCode, headers, body }: LightMyRequestResponse) {
  const { 'x-request-id': _id, date: _date, 'x-ratelimit-reset': _reset, ...rest } = headers;
  return { statusCode, rest, body };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** What the answers to known and unknown addresses take of the processor, asked in turns: medians, in milliseconds. */
async function efforts(url: string, known: string[]) {
  const seen = { known: [] as number[], unknown: [] as number[] };
  for (const email of known)
    for (const [kind, address] of [
      ['known', email],
      ['unknown', nobody()],
    ] as const) {
      seen[kind].push(await processorTime(() => ask(url, address)));
    }
  return { known: median(seen.known), unknown: median(seen.unknown) };
}

describe.each(ROUTES)('%s', (url) => {
  it('returns the same bytes for a registered and an unknown address', async () => {
    const { email } = await portal.register();

    const [known, unknown] = [await ask(url, email), await ask(url, nobody())];

    expect(told(unknown)).toEqual(told(known));
  });

  it('returns the same bytes past the email and password limits of an address', async () => {
    const { email } = await portal.register();
    const stranger = nobody();
    for (let n = 0; n < 10; n++) await Promise.all([ask(url, email), ask(url, stranger)]);

    const [known, unknown] = [await ask(url, email), await ask(url, stranger)];

    const wait = /"(retry_after|retryAfter)":\d+/g;
    const plain = (answer: LightMyRequestResponse) => {
      const { 'retry-after': _wait, ...rest } = told(answer).rest;
      return { rest, body: answer.body.replaceAll(wait, '') };
    };
    expect(plain(unknown)).toEqual(plain(known));
  });

  // The strict figure is the bench's. Here it shows that nobody forgot the hash, or the work, for the unknown.
  it('takes about the same work for a registered and an unknown address', { retry: 3 }, async () => {
    const people = await Promise.all(Array.from({ length: 15 }, () => portal.register()));

    const { known, unknown } = await efforts(
      url,
      people.map(({ email }) => email),
    );

    expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(2);
  });
});
