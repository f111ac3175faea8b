import type { Env } from '../env.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** An origin under every name of its host: the names of the loopback host are one. */
function namesOf(origin: string): string[] {
  const url = new URL(origin);
  if (!LOOPBACK.includes(url.hostname)) return [url.origin];
  return LOOPBACK.map((name) => Object.assign(new URL(url), { hostname: name }).origin);
}

/**
 * The origins that may send changes. `own` are the names of the portal itself, whose pages are never cross-site;
 * `others` are the frontend at APP_URL and the origins in CORS_ORIGINS, whose pages may be. The Host header does not
 * count: it names neither scheme nor, behind a proxy, the address that people use.
 */
export function ownOrigins({
  PUBLIC_URL,
  APP_URL,
  CORS_ORIGINS,
}: Pick<Env, 'PUBLIC_URL' | 'APP_URL' | 'CORS_ORIGINS'>) {
  const own = namesOf(PUBLIC_URL);
  const frontend = namesOf(APP_URL).filter((name) => !own.includes(name));
  return { own: new Set(own), others: new Set([...frontend, ...CORS_ORIGINS.flatMap(namesOf)]) };
}

export type OwnOrigins = ReturnType<typeof ownOrigins>;
