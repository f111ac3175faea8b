import { eq, sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { authenticators } from '../../db/schema/index.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { codeOf, enrol, halfway, wrongCode } from '../helpers/second-factor.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

async function enrolled() {
  const person = await portal.register();
  return { person, authenticator: await enrol(person) };
}

describe('Wrong codes', () => {
  it('void the token after five of either kind', async () => {
    const { person, authenticator } = await enrolled();
    const { verify, verifyBackup } = await halfway(portal, person);
    const wrong = wrongCode(authenticator);

    const answers = [];
    for (const _ of [1, 2]) answers.push(await verify(wrong), await verifyBackup('aaaa-bbbb-cccc'));
    answers.push(await verify(wrong));
    const right = await verify(codeOf(authenticator));

    expect(answers.map(outcome)).toEqual(Array(5).fill('401 INVALID_CODE'));
    expect(outcome(right)).toBe('401 INVALID_TEMP_TOKEN');
    expect(right.cookies).toEqual([]);
    expect(outcome(await (await halfway(portal, person)).verify(codeOf(authenticator)))).toBe('200');
  });

  it('lock the second factor for 15 minutes after ten, regardless of a correct one in between', async () => {
    const { person, authenticator } = await enrolled();
    const wrong = wrongCode(authenticator);
    const { accounts: db } = portal.deps.database;

    const answers = [];
    for (let turn = 0; turn < 10; turn++) answers.push(await (await halfway(portal, person)).verify(wrong));
    const spared = authenticator.backupCodes[1] ?? '';
    const refused = [];
    const last = await halfway(portal, person);
    for (let turn = 0; turn < 6; turn++) refused.push(await last.verifyBackup(spared));
    await db
      .update(authenticators)
      .set({ failuresSince: sql`now() - interval '15 minutes'` })
      .where(eq(authenticators.userId, person.userId));
    const later = await last.verifyBackup(spared);

    const wait = Number(refused[0]?.headers['retry-after']);
    expect(answers.map(outcome)).toEqual(Array(10).fill('401 INVALID_CODE'));
    expect(refused.map(outcome)).toEqual(Array(6).fill('429 RATE_LIMITED'));
    expect(refused[0]?.json()).toMatchObject({ ok: false, code: 'RATE_LIMITED', retry_after: wait });
    expect(wait).toBeGreaterThan(14 * 60);
    expect(wait).toBeLessThanOrEqual(15 * 60);
    expect(outcome(later)).toBe('200');
  });

  it('still count after a correct one', async () => {
    const { person, authenticator } = await enrolled();
    const wrong = wrongCode(authenticator);

    const answers = [];
    for (let turn = 0; turn < 9; turn++) answers.push(await (await halfway(portal, person)).verify(wrong));
    answers.push(await (await halfway(portal, person)).verify(codeOf(authenticator)));
    answers.push(await (await halfway(portal, person)).verify(wrong));
    answers.push(await (await halfway(portal, person)).verify(codeOf(authenticator, 1)));

    expect(answers.slice(9).map(outcome)).toEqual(['200', '401 INVALID_CODE', '429 RATE_LIMITED']);
  });

  it('are all counted when concurrent', async () => {
    const { person, authenticator } = await enrolled();
    const wrong = wrongCode(authenticator);
    const attempts: LightMyRequestResponse[] = [];
    for (const _ of [1, 2]) {
      const { verify } = await halfway(portal, person);
      attempts.push(...(await Promise.all(Array.from({ length: 12 }, () => verify(wrong)))));
    }

    const last = await (await halfway(portal, person)).verify(codeOf(authenticator));

    const count = (what: string) => attempts.filter((answer) => outcome(answer) === what).length;
    expect([count('401 INVALID_CODE'), count('401 INVALID_TEMP_TOKEN')]).toEqual([10, 14]);
    expect(outcome(last)).toBe('429 RATE_LIMITED');
  });
});
