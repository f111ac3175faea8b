import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { serviceSecrets } from '../../db/schema/index.ts';
import { rotateServiceSecret } from '../../portal/commands/keys/rotate-service.ts';
import { insightsDiagnoses } from '../../routers/insights/diagnoses.ts';
import { noteServiceSecret } from '../../routers/insights/service-secret.ts';
import { CommandRefused, type Shell } from '../../server/command.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { upstreamForThisTest } from '../helpers/upstream.ts';

const portal = portalForThisFile({ own: true });

const PRESENT = 'a-secret-of-the-insights-service';
const INSIGHTS_URL = 'https://insights.example';

const rotate = (variables: Record<string, string>, args: string[] = []) =>
  rotateServiceSecret.run(args, () => Promise.reject(new Error('The platform is not needed.')), {
    variables,
  } as unknown as Shell);

it('keys rotate-service prints a new secret, beside the present one until both sides have it', async () => {
  const [first, second] = [
    await rotate({ INSIGHTS_URL, INSIGHTS_SECRET: PRESENT }),
    await rotate({ INSIGHTS_URL, INSIGHTS_SECRET: PRESENT }),
  ];

  const fresh = first.find((line) => /^INSIGHTS_SECRET=[\w-]{43}$/.test(line));
  expect(fresh).toBeDefined();
  expect(first).toContain(`INSIGHTS_SECRET_PREVIOUS=${PRESENT}`);
  expect(second).not.toContain(fresh);
});

it('keys rotate-service does nothing for the bundled service, and refuses without the secret of another', async () => {
  expect(await rotate({ INSIGHTS_SECRET: PRESENT })).toEqual([expect.stringContaining('nothing to do')]);
  await expect(rotate({ INSIGHTS_URL })).rejects.toThrow(CommandRefused);
  await expect(rotate({ INSIGHTS_URL, INSIGHTS_SECRET: PRESENT }, ['now'])).rejects.toThrow(TypeError);
});

it('the doctor tells the age of the service secret, and warns after 90 days until there is another', async () => {
  const { accounts } = portal.deps.database;
  const { url } = await upstreamForThisTest();
  const env = { ...portal.deps.env, INSIGHTS_URL: url, INSIGHTS_SECRET: PRESENT };
  const [insights] = insightsDiagnoses;
  const diagnose = (secret = PRESENT) =>
    insights?.run({
      env: { ...env, INSIGHTS_SECRET: secret },
      log: portal.deps.log,
      database: () => Promise.resolve(portal.deps.database),
      freeBytes: () => Promise.resolve(0),
    });
  const age = (days: number) => accounts.update(serviceSecrets).set({ since: sql`now() - ${days} * interval '1 day'` });

  await noteServiceSecret(accounts, env);
  const fresh = await diagnose();
  await age(91);
  await noteServiceSecret(accounts, env);
  const old = await diagnose();
  await noteServiceSecret(accounts, { ...env, INSIGHTS_SECRET: `${PRESENT}-renewed` });
  const renewed = await diagnose(`${PRESENT}-renewed`);

  expect(fresh).toMatchObject({ state: 'ok', message: expect.stringContaining('0 days old') });
  expect(old).toMatchObject({ state: 'warning', message: expect.stringMatching(/91 days old\..*keys rotate-service/) });
  expect(renewed).toMatchObject({ state: 'ok', message: expect.stringContaining('0 days old') });
  expect(JSON.stringify([fresh, old])).not.toContain(PRESENT);
});
