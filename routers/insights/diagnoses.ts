import { fork } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import { codesOf, type Diagnosis, type Finding, failure, ok, warning } from '../../server/diagnosis.ts';
import { seconds } from '../../server/durations.ts';
import { pingInsights } from './ping.ts';
import { serviceSecretAge } from './service-secret.ts';

const CHECK = new URL('../../insights/check.ts', import.meta.url);

const Findings = z.array(z.object({ state: z.enum(['ok', 'warning', 'failure']), message: z.string() }));

const SEVERITY = ['ok', 'warning', 'failure'];

/** One finding for several: the worst state, and all sentences. */
const together = (findings: Finding[]): Finding => ({
  state:
    findings.map(({ state }) => state).sort((one, other) => SEVERITY.indexOf(other) - SEVERITY.indexOf(one))[0] ?? 'ok',
  message: findings.map(({ message }) => message).join(' '),
});

/** Whether the AI providers answer and take their keys: the part of the insights service that knows them says so. */
const ai: Diagnosis = {
  check: 'ai',
  of: ['INSIGHTS_SECRET'],
  limit: seconds(15),
  async run({ env: { INSIGHTS_URL, INSIGHTS_SECRET, forInsights } }) {
    if (INSIGHTS_URL) return ok('The insights service at INSIGHTS_URL has its own providers.');
    const env = { PATH: process.env.PATH, ...forInsights, INSIGHTS_SECRET };
    const child = fork(CHECK, { env, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    try {
      const [message] = await once(child, 'message', { signal: AbortSignal.timeout(seconds(14)) });
      const findings = Findings.parse(message);
      return findings.length > 0 ? together(findings) : ok('Not used: questions are answered by arithmetic.');
    } finally {
      child.kill();
    }
  },
};

/** After which a secret is to be renewed. */
const OLD_DAYS = 90;

const insights: Diagnosis = {
  check: 'insights',
  of: ['INSIGHTS_URL', 'INSIGHTS_SECRET'],
  limit: seconds(40),
  async run({ env, database }) {
    if (!env.INSIGHTS_URL) return ok('The portal starts its own insights service, with a new secret each time.');
    // A database that is away has its own line.
    const age = await database()
      .then(({ accounts }) => serviceSecretAge(accounts, env))
      .catch(() => undefined);
    const told = age === undefined ? '' : ` Its secret is ${age} days old.`;
    try {
      await pingInsights(env);
      return age !== undefined && age > OLD_DAYS
        ? warning(`The insights service answers.${told} Renew it: npm run portal -- keys rotate-service.`)
        : ok(`The insights service answers.${told}`);
    } catch (error) {
      return failure(`The insights service does not answer (${codesOf(error)}): check INSIGHTS_URL, and that it runs.`);
    }
  },
};

export const insightsDiagnoses = [insights, ai];
