import { expect, it } from 'vitest';
import { issueToken } from '../../routers/auth/one-time-tokens.ts';
import { invite } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { codeOf, enrol, halfway } from '../helpers/second-factor.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const MEMBERS = '/api/auth/org/members';
const PASSWORD = 'quite long enough';

/** Everything at once that locks the rows of one account. */
async function everythingAtOnce(withSecondFactor: boolean) {
  const { accounts: db } = portal.deps.database;
  const [owner, other] = [await portal.register(), await portal.register()];
  const person = await portal.join(owner, 'admin');
  const { token: seat } = await invite(other, { email: person.email });
  const members: { id: string; userId: string }[] = (await owner.get(MEMBERS)).json().data;
  const owners = `${MEMBERS}/${members.find(({ userId }) => userId === owner.userId)?.id}`;
  const own = `${MEMBERS}/${members.find(({ userId }) => userId === person.userId)?.id}`;
  const reset = await issueToken(db, 'password_reset', person.userId);
  const verification = await issueToken(db, 'email_verification', person.userId);
  const authenticator = withSecondFactor ? await enrol(person) : undefined;
  const pending = authenticator && (await halfway(portal, person));
  const { email, password } = person;

  return Promise.all([
    portal.visitor().post('/api/auth/reset-password', { token: reset, password: PASSWORD }),
    portal.visitor().post('/api/auth/verify-email', { token: verification }),
    portal.visitor().post('/api/auth/login', { email, password }, { cookie: person.cookie }),
    portal.visitor().post('/api/auth/login', { email, password }),
    owner.put(own, { role: 'member' }),
    owner.del(own),
    person.put(owners, { role: 'member' }),
    person.put(owners, { role: 'admin' }),
    person.put('/api/auth/org', { phone: '+12075550142' }),
    person.put('/api/auth/account/profile', { name: 'Ada' }),
    person.post('/api/auth/2fa/regenerate-backup-codes'),
    person.post('/api/auth/accept-invitation', { token: seat }),
    person.post('/api/auth/org/switch', { orgId: owner.orgId }),
    person.post('/api/auth/org/invitations', { email: `guest-${email}` }),
    person.post('/api/auth/org/api-keys', { name: 'A key', scopes: ['read'] }),
    person.post('/api/auth/2fa/setup'),
    person.post('/api/auth/2fa/disable'),
    person.post('/api/auth/account/sessions/revoke-others'),
    person.post('/api/auth/account/change-password', { currentPassword: password, newPassword: PASSWORD }),
    ...(authenticator && pending ? [pending.verify(codeOf(authenticator))] : []),
  ]);
}

it.each([true, false])(
  'changes of one account at the same moment wait for each other and do not deadlock (second factor: %s)',
  async (withSecondFactor) => {
    const failed = [];
    for (let turn = 0; turn < 2; turn++)
      for (const answer of await everythingAtOnce(withSecondFactor))
        if (answer.statusCode >= 500) failed.push(outcome(answer));

    expect(failed).toEqual([]);
  },
);
