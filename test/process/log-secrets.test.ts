import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { openPortal, type Portal } from '../helpers/portal.ts';

// Every portal of the suite refuses to be closed with a secret in its log; this is the test of that test.

/** What a portal says on closing when it has logged what `secret` finds. */
async function closing(secret: (portal: Portal) => Promise<string | undefined> | string) {
  const portal = await openPortal();
  portal.deps.log.info({ note: `Somebody sent "${await secret(portal)}" today.` });
  return portal.close().then(
    () => 'closed',
    (error: Error) => error.message,
  );
}

it('a portal that logged no secret closes in peace', async () => {
  expect(await closing(async (portal) => (await portal.register()).email)).toBe('closed');
});

it.each<[string, (portal: Portal) => Promise<string | undefined>]>([
  ['a password that was sent', async (portal) => (await portal.register()).password],
  ['a cookie that was set', async (portal) => /=([^;]+)/.exec((await portal.register()).cookie)?.[1]],
  ['a key that was shown', async (portal) => (await (await portal.register()).pipeline()).key],
  ['a token in a mail', async (portal) => (await portal.mailTo((await portal.register()).email))[0]?.token],
  [
    'a code of six digits',
    async (portal) => {
      await portal.visitor().post('/api/auth/2fa/verify-login', { code: '804219' });
      return '804219';
    },
  ],
  [
    'a password that came over a socket and was wrong',
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
])('%s is found in the log', async (_what, secret) => {
  expect(await closing(secret)).toMatch(/^The log has secrets in it/);
});
