import { type Diagnosis, ok, warning } from '../../../server/diagnosis.ts';
import { seconds } from '../../../server/durations.ts';
import type { Env } from '../../../server/env.ts';
import { isLoopback } from '../../../server/loopback.ts';

const isPlain = (url: string) => url.startsWith('http:') && !isLoopback(new URL(url).hostname);

/** Settings that production accepts, and that make it weaker. */
function weaknesses(env: Env): string[] {
  const all: [boolean, string][] = [
    [
      env.PUBLIC_URL.startsWith('http:'),
      'PUBLIC_URL is not https: cookies go out without Secure, and no HSTS is sent.',
    ],
    [
      isPlain(env.APP_URL) && env.APP_URL !== env.PUBLIC_URL,
      'APP_URL is not https: links with tokens go out in the clear.',
    ],
    [!env.DATABASE_MIGRATION_URL, 'DATABASE_MIGRATION_URL is not set: the role that serves owns the tables.'],
    [!env.SMTP_URL, 'SMTP_URL is not set: mails are written into files.'],
    [
      !isLoopback(env.HOST) && env.TRUST_PROXY.length === 0,
      'TRUST_PROXY is not set: behind a proxy, all callers share its address and limits.',
    ],
    [
      env.RATE_LIMIT_PER_MINUTE === 0 || env.RATE_LIMIT_PER_CLIENT === 0,
      'RATE_LIMIT_PER_MINUTE or RATE_LIMIT_PER_CLIENT is 0: calls are not limited.',
    ],
    [env.REGISTRATION === 'open', 'REGISTRATION is open: strangers make accounts of their own; set invited.'],
    [/^(sk|rk)_test_/.test(env.STRIPE_SECRET_KEY ?? ''), 'STRIPE_SECRET_KEY is of Stripe’s test mode: nobody pays.'],
    [['trace', 'debug'].includes(env.LOG_LEVEL), 'LOG_LEVEL says more than production needs: set info.'],
    [process.getuid?.() === 0, 'This command runs as root: let the portal run as a user without rights.'],
  ];
  return all.flatMap(([isSo, sentence]) => (isSo ? [sentence] : []));
}

export const production: Diagnosis = {
  check: 'production',
  limit: seconds(1),
  async run({ env }) {
    if (env.production) {
      const weak = weaknesses(env);
      return weak.length > 0 ? warning(weak.join(' ')) : ok('The settings are fit for production.');
    }
    const exposed = !isLoopback(env.HOST) || !isLoopback(new URL(env.PUBLIC_URL).hostname);
    return exposed
      ? warning('Others may reach this portal, and NODE_ENV is not production: weak settings are not refused.')
      : ok('NODE_ENV is not production, and only this machine reaches the portal.');
  },
};
