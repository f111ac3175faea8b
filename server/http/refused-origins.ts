import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Deps } from '../deps.ts';
import { minutes } from '../durations.ts';
import { PortalError } from '../errors.ts';
import { sessionToken } from '../identity/cookies.ts';
import { recordHourly } from '../identity/security-trail.ts';
import { fingerprint } from '../identity/tokens.ts';

/** Concurrent look-ups: refused requests beyond these are refused as well, but not recorded. */
const AT_ONCE = 4;

/**
 * Records requests of other sites that were refused, in the trail of the session whose cookie they carried, once an
 * hour.
 */
export function recordRefusedOrigins(app: FastifyInstance, { database, sessions, log }: Deps) {
  const seen = new LRUCache<string, true>({ max: 20_000, ttl: minutes(60) });
  let running = 0;

  app.addHook('onError', (request, _reply, error, done) => {
    done();
    const { cookie } = request.headers;
    if (!(error instanceof PortalError && error.errorCode === 'CSRF_REJECTED') || !cookie) return;
    const token = sessionToken({ cookies: app.parseCookie(cookie) });
    if (!token || running >= AT_ONCE || seen.has(fingerprint(token))) return;

    seen.set(fingerprint(token), true);
    running++;
    const note = async () => {
      const { user, session } = await sessions.check(token, { counting: false });
      if (!session) return;
      const about = { userId: user.id, orgId: session.organization.clientId };
      await recordHourly(database.accounts, request, { type: 'cross_site_refused', ...about }, [session.id]);
    };
    note()
      .catch((err) => log.warn({ err }, 'A request of another site could not be recorded.'))
      .finally(() => running--);
  });
}
