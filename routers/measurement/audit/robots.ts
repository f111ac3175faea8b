import parser from 'robots-parser';
import type { AuditFailure } from '../../../db/schema/audit-checks.ts';
import { seconds } from '../../../server/durations.ts';
import { getDocument } from './get-document.ts';
import { AGENT, type Visit } from './visit.ts';

// Its types declare a default export; it is the module itself.
const robotsParser = parser as unknown as typeof parser.default;

/** Crawlers of AI assistants: whom robots.txt lets in. */
export const AI_CRAWLERS = ['GPTBot', 'OAI-SearchBot', 'ClaudeBot', 'PerplexityBot', 'Google-Extended'] as const;

// RFC 9309: at least 500 KiB are read; what follows counts for nothing.
const MOST = 512 * 1024;
/** A website that asks for longer pauses is visited as often as this. */
const LONGEST_DELAY = seconds(10);

/** What the robots.txt of an origin allows. */
export interface Robots {
  /** Whether it was there, was not, or why it could not be read: then nothing is allowed. */
  state: 'found' | 'absent' | AuditFailure;
  isAllowed: (url: URL, agent?: string) => boolean;
  /** Addresses of sitemaps. */
  sitemaps: string[];
  /** Milliseconds between two pages that it asks for. */
  delay: number;
}

const without = (state: 'absent' | AuditFailure): Robots => ({
  state,
  isAllowed: () => state === 'absent',
  sitemaps: [],
  delay: 0,
});

async function readRobots(origin: string, visit: Visit): Promise<Robots> {
  const address = new URL('/robots.txt', origin);
  const found = await getDocument(address, { most: MOST }, visit);
  if (typeof found === 'string') return without(found);
  if (found.status >= 500) return without('connection');
  if (found.status < 200 || found.status >= 300) return without('absent');

  const rules = robotsParser(address.href, found.body.toString('utf8').replace(/^\uFEFF/, ''));
  return {
    state: 'found',
    // The parser knows no other origin than its own.
    isAllowed: (url, agent = AGENT) => rules.isAllowed(url.href, agent) ?? true,
    sitemaps: rules.getSitemaps(),
    delay: Math.min(LONGEST_DELAY, seconds(Math.max(0, Number(rules.getCrawlDelay(AGENT) ?? 0) || 0))),
  };
}

/** The rules of each origin of a website, asked for once. */
export function robotsOf(visit: Visit) {
  const known = new Map<string, Promise<Robots>>();
  return ({ origin }: URL) => {
    const robots = known.get(origin) ?? readRobots(origin, visit);
    known.set(origin, robots);
    return robots;
  };
}
