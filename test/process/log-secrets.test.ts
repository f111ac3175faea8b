import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { openPortal, type Portal } from '../helpers/portal.ts';

// Every test portal checks its log for secrets when it is closed; this tests that check.

/** The result of closing a portal that has logged the value of `secret`. */
async function closing(secret: (portal: Portal) => Promise<string | undefined> | string) {
  const portal = await openPortal();
  portal.deps.log.info({ note: `Somebody sent "${await secret(portal)}" today.` });
  return portal.close().then(
    () => 'closed',
    (error: Error) => error.message,
  );
}

it('a portal without secrets in its log closes without an error', async () => {
  expect(await closing(async (portal) => (await portal.register()).email)).toBe('closed');
});

it.each<[string, (portal: Portal) => Promise<string | undefined>]>([
  ['a password in a request', async (portal) => (await portal.register()).password],
  ['a cookie in a response', async (portal) => /=([^;]+)/.exec((await portal.register()).cookie)?.[1]],
  ['an API key in a response', async (portal) => (await (await portal.register()).pipeline()).key],
  ['a token in an email', async (portal) => (await portal.mailTo((await portal.register()).email))[0]?.token],
  [
    'a six-digit code',
    async (portal) => {
      await portal.visitor().post('/api/auth/2fa/verify-login', { code: '804219' });
      return '804219';
    },
  ],
  [
    'a wrong password sent over a socket',
    async (portal) => {
      const password = randomUUID();
      await fetch(`${await portal.listen()}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ada@example.com', password }),
      });
      return password;
    },
  ],
])('%s is detected in the log', async (_what, secret) => {
  expect(await closing(secret)).toMatch(/^The log has secrets in it/);
});
