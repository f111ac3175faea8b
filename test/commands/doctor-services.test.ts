import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startGoogle } from '../../demo/services/google/server.ts';
import { emptyGoogle } from '../../demo/services/google/tokens.ts';
import { providerForThisTest, raw } from '../helpers/ai-providers.ts';
import { bucketForThisTest } from '../helpers/bucket.ts';
import { examined, keysForThisTest } from '../helpers/doctor.ts';
import { named } from '../helpers/insights-process.ts';
import { REDIS_URL, redisAnswers } from '../helpers/redis.ts';
import { smtpForThisTest } from '../helpers/smtp.ts';
import type { Variables } from '../helpers/spawn.ts';
import { openStripeAccount } from '../helpers/stripe.ts';
import { upstreamForThisTest } from '../helpers/upstream.ts';

const NOWHERE = '127.0.0.1:9';

/** The doctor's result of a check with these variables beside keys. */
const state = async (check: string, variables: Variables) => {
  const found = await examined(check, { ...keysForThisTest(), DATA_DIR: '/nowhere/at/all', ...variables });
  return { ...found, text: JSON.stringify(found) };
};

async function stripeForThisTest() {
  const account = await openStripeAccount();
  onTestFinished(async () => void (await account.close()));
  return account.variables;
}

describe('The doctor finds in order', () => {
  it('a mail server, a Stripe account, a bucket, a provider and an insights service that answer', async () => {
    const { url } = await smtpForThisTest();
    const stripe = await stripeForThisTest();
    const bucket = await bucketForThisTest();
    const provider = await providerForThisTest('openai');
    const insights = await upstreamForThisTest();

    const states = await Promise.all([
      state('smtp', { SMTP_URL: url }),
      state('stripe', stripe),
      state('s3', bucket.variables),
      state('ai', named('PRIMARY', provider, 'a-key-of-a-test')),
      state('insights', { INSIGHTS_URL: insights.url }),
      state('clock', stripe),
    ]);

    expect(states.map(({ check, state, message }) => [check, state, message])).toEqual([
      ['smtp', 'ok', expect.any(String)],
      ['stripe', 'ok', expect.any(String)],
      ['s3', 'ok', expect.any(String)],
      ['ai', 'ok', 'The primary provider answers.'],
      ['insights', 'ok', expect.any(String)],
      ['clock', 'ok', expect.stringContaining('have the same time')],
    ]);
    expect([...bucket.objects.keys()]).toEqual([]);
  });

  it.skipIf(!redisAnswers)('a Redis that answers', async () => {
    expect(await state('redis', { REDIS_URL })).toMatchObject({ state: 'ok' });
  });

  it.each(['smtp', 'stripe', 'google', 's3', 'redis', 'ai', 'insights', 'clock'])(
    '%s where it is not used',
    async (check) => {
      expect(await state(check, {})).toMatchObject({ state: 'ok' });
    },
  );
});

describe('The doctor says what to do about', () => {
  it.each([
    ['smtp', { SMTP_URL: `smtp://someone:a-mail-secret@${NOWHERE}` }, 'SMTP_URL'],
    ['redis', { REDIS_URL: `redis://:a-redis-secret@${NOWHERE}` }, 'REDIS_URL'],
    ['insights', { INSIGHTS_URL: `http://${NOWHERE}` }, 'INSIGHTS_URL'],
    [
      'google',
      {
        GOOGLE_API_BASE: `http://${NOWHERE}`,
        GOOGLE_CLIENT_ID: 'portal',
        GOOGLE_CLIENT_SECRET: 'a-google-secret',
      },
      'GOOGLE_API_BASE',
    ],
    ['ai', { AI_PRIMARY_URL: `http://${NOWHERE}`, AI_PRIMARY_MODEL: 'm' }, 'AI_PRIMARY_URL'],
    ['ai', { AI_PRIMARY_URL: `http://${NOWHERE}` }, 'AI_PRIMARY_MODEL must be set'],
    ['chromium', { CHROMIUM_PATH: '/no/chromium/here' }, 'CHROMIUM_PATH'],
  ])('%s that cannot be used: %o', async (check, variables, words) => {
    const found = await state(check, variables as unknown as Variables);

    expect(found).toMatchObject({ check, state: 'failure', message: expect.stringContaining(words) });
    expect(found.text).not.toMatch(/a-\w+-secret/);
  });

  it('a mail server that refuses the sign-in', async () => {
    const { port } = await smtpForThisTest({
      authOptional: false,
      onAuth: (_auth, _session, done) => done(new Error('Wrong')),
    });

    expect(await state('smtp', { SMTP_URL: `smtp://someone:a-mail-secret@127.0.0.1:${port}` })).toMatchObject({
      state: 'failure',
      message: expect.stringContaining('EAUTH'),
    });
  });

  it('a key that Stripe refuses', async () => {
    const STRIPE_SECRET_KEY = `sk_test_${randomBytes(12).toString('hex')}`;

    const found = await state('stripe', { ...(await stripeForThisTest()), STRIPE_SECRET_KEY });

    expect(found).toMatchObject({ state: 'failure', message: expect.stringContaining('refuses STRIPE_SECRET_KEY') });
    expect(found.text).not.toContain(STRIPE_SECRET_KEY);
  });

  it('a client that Google refuses, unlike the right one', async () => {
    const google = await startGoogle({ store: emptyGoogle() });
    onTestFinished(() => google.close());
    const { id: GOOGLE_CLIENT_ID, secret: GOOGLE_CLIENT_SECRET } = google.store.client;
    const variables = { GOOGLE_API_BASE: google.url, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET };

    const right = await state('google', variables);
    const wrong = await state('google', { ...variables, GOOGLE_CLIENT_SECRET: 'a-wrong-secret' });

    expect(right).toMatchObject({ state: 'ok', message: expect.stringContaining('takes the client') });
    expect(wrong).toMatchObject({ state: 'failure', message: expect.stringContaining('invalid_client') });
    expect(wrong.text).not.toMatch(/a-\w+-secret/);
  });

  it('a restricted Stripe key that may not end subscriptions', async () => {
    const account = await openStripeAccount();
    onTestFinished(async () => void (await account.close()));
    account.fails(({ method }, response) => {
      if (method !== 'DELETE') return false;
      const error = {
        type: 'invalid_request_error',
        message: 'The provided key does not have the required permissions.',
      };
      return response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
    });

    expect(await state('stripe', account.variables)).toMatchObject({
      state: 'failure',
      message: expect.stringContaining('may not write subscriptions'),
    });
  });

  it('a bucket that is away, and one with another name', async () => {
    const { variables, goesAway } = await bucketForThisTest();

    const other = await state('s3', { ...variables, S3_BUCKET: 'another' });
    goesAway();
    const away = await state('s3', variables);

    expect([other, away].map(({ state, message }) => [state, /\((.*)\)/.exec(message ?? '')?.[1]])).toEqual([
      ['failure', expect.stringContaining('403')],
      ['failure', expect.stringContaining('503')],
    ]);
    expect(other.text + away.text).not.toContain(variables.S3_SECRET_ACCESS_KEY);
  });

  it('a provider that refuses the key, and a model that it does not have', async () => {
    const refusing = await providerForThisTest('anthropic', raw(401, '{}'));
    const without = await providerForThisTest('openai', raw(200, '{"data":[{"id":"another-model"}]}'));

    const key = await state('ai', named('PRIMARY', refusing, 'a-key-of-a-test'));
    const both = await state('ai', { ...named('PRIMARY', without, 'k'), ...named('SECONDARY', refusing, 'k') });

    expect(key).toMatchObject({ state: 'failure', message: expect.stringContaining('AI_PRIMARY_KEY') });
    expect(both).toMatchObject({
      state: 'failure',
      message: expect.stringMatching(/AI_PRIMARY_MODEL.*AI_SECONDARY_KEY/),
    });
    expect(key.text).not.toContain('a-key-of-a-test');
  });

  it.each([
    [-120_000, 'failure', 'ahead of'],
    [120_000, 'failure', 'behind'],
    [10_000, 'warning', 'behind'],
  ])('a clock that is %d ms off', async (difference, expected, words) => {
    const provider = await providerForThisTest('openai', (response) =>
      response.writeHead(404, { date: new Date(Date.now() + difference).toUTCString() }).end(),
    );

    const found = await state('clock', named('PRIMARY', provider, 'k'));

    expect(found).toMatchObject({ state: expected, message: expect.stringContaining(words) });
  });
});
