import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { invite } from '../helpers/people.ts';
import { portalForThisTest } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const password = 'a password of a newcomer';

it('is for the invited where the portal is set to invitations', async () => {
  const open = await portalForThisTest();
  const admin = await open.register();
  const [valid, foreign] = [await invite(admin), await invite(admin)];
  const { SIGNING_KEY, ENCRYPTION_KEY } = open.deps.env;
  const closed = await portalForThisTest({
    beside: open,
    env: { SIGNING_KEY, ENCRYPTION_KEY, REGISTRATION: 'invited' },
  });
  const register = (body: object) => closed.visitor().post('/api/auth/register', { password, ...body });

  const answers = [
    await register({ email: `${randomUUID()}@example.com` }),
    await register({ email: admin.email }),
    await register({ email: valid.email, invitationToken: 'made-up' }),
    await register({ email: valid.email, invitationToken: foreign.token }),
    await register({ email: 'no address' }),
    await register({ email: valid.email, invitationToken: valid.token }),
    await register({ email: `${randomUUID()}@example.com`, invitationToken: valid.token }),
  ];
  const accepted = await closed.visitor().post('/api/auth/accept-invitation', { token: foreign.token, password });

  expect(answers.map(outcome)).toEqual([
    '403 REGISTRATION_CLOSED',
    '403 REGISTRATION_CLOSED',
    '403 REGISTRATION_CLOSED',
    '403 FORBIDDEN',
    '400 VALIDATION_ERROR',
    '201',
    '403 REGISTRATION_CLOSED',
  ]);
  expect(outcome(accepted)).toBe('200');
});
