import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PortalError } from '../../server/errors.ts';
import { hashPassword, verifyPassword } from '../../server/identity/password.ts';
import { TIMEOUTS } from '../../server/timeouts.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const NEW = 'a password that is new';
const PER_ADDRESS = TIMEOUTS.passwordsPerAddress + TIMEOUTS.passwordQueue;

/** Somebody with a link to reset the password. */
async function forgetful() {
  const person = await portal.register();
  await portal.visitor().post('/api/auth/forgot-password', { email: person.email });
  const token = (await portal.mailTo(person.email)).at(-1)?.token ?? '';
  return { ...person, token };
}

/** Keeps every place of an address taken until the returned function is called. */
function flood(address: string) {
  let over = false;
  const fill = async () => {
    // While another address has its turn there is a place less.
    while (!over) await verifyPassword(address, undefined, 'wrong').catch(() => nextTurn());
  };
  const all = Promise.all(Array.from({ length: PER_ADDRESS }, fill));
  const stop = async () => {
    over = true;
    await all;
  };
  onTestFinished(stop);
  return stop;
}

describe('Concurrent password resets with one token', () => {
  it('hash one password, and the others get INVALID_TOKEN at once', async () => {
    const { token, email } = await forgetful();
    const visitor = portal.visitor();

    const answers = await Promise.all(
      Array.from({ length: 100 }, () => visitor.post('/api/auth/reset-password', { token, password: NEW })),
    );

    // More hashes of one address than its places would be refused with 503.
    const outcomes = answers.map(outcome).sort();
    expect(outcomes).toEqual(['200', ...Array(99).fill('400 INVALID_TOKEN')]);
    expect(outcome(await portal.visitor().post('/api/auth/login', { email, password: NEW }))).toBe('200');
  });

  it('leave the token valid if the first one fails', async () => {
    const { token } = await forgetful();
    const visitor = portal.visitor();
    const stop = flood(visitor.address);

    const refused = await visitor.post('/api/auth/reset-password', { token, password: NEW });
    await stop();
    const accepted = await visitor.post('/api/auth/reset-password', { token, password: NEW });

    expect([refused, accepted].map(outcome)).toEqual(['503 SERVICE_UNAVAILABLE', '200']);
  });
});

describe('A flood of passwords from one address', () => {
  it('delays its own sign-ins only', async () => {
    const { email, password } = await portal.register();
    const [flooding, other] = [portal.visitor(), portal.visitor()];
    flood(flooding.address);

    const refused = await flooding.post('/api/auth/login', { email, password });
    const accepted = await other.post('/api/auth/login', { email, password });

    expect([refused, accepted].map(outcome)).toEqual(['503 SERVICE_UNAVAILABLE', '200']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  });

  it('does not come before a password of another address', async () => {
    let done = 0;
    const flooding = Array.from({ length: PER_ADDRESS }, () => hashPassword('192.0.2.1', NEW).then(() => done++));

    await verifyPassword('192.0.2.2', undefined, 'wrong');
    const doneBefore = done;
    await Promise.all(flooding);

    expect(doneBefore).toBeLessThan(PER_ADDRESS / 2);
    expect(done).toBe(PER_ADDRESS);
  });

  it('is refused past its places', async () => {
    const asked = Array.from({ length: PER_ADDRESS + 1 }, () => hashPassword('192.0.2.3', NEW));

    const settled = await Promise.allSettled(asked);

    const refusals = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refusals).toEqual([expect.any(PortalError)]);
  });
});
