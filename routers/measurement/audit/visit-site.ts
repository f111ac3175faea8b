import type { AuditFailure } from '../../../db/schema/audit-checks.ts';
import { MIB } from '../../../flow/byte-units.ts';
import { minutes, seconds } from '../../../server/durations.ts';
import { type BusinessRecord, domainsMatch } from '../../visibility/public.ts';
import type { SeenSite } from './checks.ts';
import { getDocument, type WebDocument } from './get-document.ts';
import type { AuditedPage } from './page-checks.ts';
import { decodeText } from './reading/decode-text.ts';
import { htmlFacts } from './reading/html-facts.ts';
import { comparedWithRecord } from './reading/stated-facts.ts';
import { AI_CRAWLERS, robotsOf } from './robots.ts';
import { sitemapPages } from './sitemap.ts';
import type { Visit } from './visit.ts';

const MOST_BYTES = 2 * MIB;
const MOST_WAITING = 2000;
const GAP = seconds(1);
/** After this an audit ends with the pages it has. */
const LONGEST = minutes(10);

// Files that are no pages: they are not asked for.
const FILE =
  /\.(?:avif|bmp|css|csv|docx?|eot|gif|gz|ico|jpe?g|js|json|m4a|mov|mp[34]|og[gv]|pdf|png|pptx?|rss|svg|tgz|ttf|txt|wav|web[mp]|woff2?|xlsx?|xml|zip)$/i;

const isHtml = (contentType: string) => /^\s*(?:text\/html|application\/xhtml\+xml)\b|^\s*$/i.test(contentType);

export interface AuditedSite {
  startUrl: string;
  maxPages: number;
}

/** The addresses that wait to be read, each once, in the order of their discovery. */
function pagesToRead(start: URL) {
  const known = new Set<string>();
  const waiting: URL[] = [];
  const add = (address: string) => {
    if (known.size >= MOST_WAITING || !URL.canParse(address) || !domainsMatch(address, start.href)) return;
    const url = new URL(address);
    url.hash = '';
    if (!/^https?:$/.test(url.protocol) || url.username || known.has(url.href) || FILE.test(url.pathname)) return;
    known.add(url.href);
    waiting.push(url);
  };
  return {
    add: (addresses: readonly string[]) => addresses.forEach(add),
    next: () => waiting.shift(),
    /** Whether an address, to which another led, is new. */
    isNew: (url: string) => {
      const isNew = !known.has(url);
      known.add(url);
      return isNew;
    },
  };
}

const NOTHING_STATED: AuditedPage['stated'] = { isCompared: false, differing: [] };

async function readPage(url: URL, found: WebDocument, own: BusinessRecord) {
  const { body, contentType, status, milliseconds, isTruncated } = found;
  const hasFacts = status >= 200 && status < 300 && isHtml(contentType);
  const facts = hasFacts ? await htmlFacts(decodeText(body, contentType), found.url) : null;
  const stated = facts ? comparedWithRecord(facts.jsonLd, own) : NOTHING_STATED;
  return { url: found.url || url.href, status, milliseconds, bytes: body.length, isTruncated, facts, stated };
}

/**
 * Reads the pages of a website, its robots.txt, sitemap and llms.txt: one page a second, as robots.txt allows. Returns
 * the failure where the website could not be seen at all.
 */
export async function visitSite(
  { startUrl, maxPages }: AuditedSite,
  own: BusinessRecord,
  visit: Visit,
): Promise<SeenSite | AuditFailure> {
  const begin = visit.now();
  const start = new URL(startUrl);
  const rulesOf = robotsOf(visit);
  const robots = await rulesOf(start);
  if (robots.state !== 'found' && robots.state !== 'absent') return robots.state;

  const isAllowed = async (url: URL) => (await rulesOf(url)).isAllowed(url);
  const [listed, llmsTxt] = await Promise.all([
    sitemapPages(start, robots.sitemaps, visit),
    getDocument(new URL('/llms.txt', start), { most: MOST_BYTES }, visit),
  ]);
  const toRead = pagesToRead(start);
  toRead.add([start.href]);
  const pages: AuditedPage[] = [];
  let failure: AuditFailure | undefined;
  let last: number | undefined;
  for (let tries = 0; pages.length < maxPages && tries < 2 * maxPages; ) {
    const url = toRead.next();
    if (!url || visit.now() - begin > LONGEST) break;
    const rules = await rulesOf(url);
    if (!rules.isAllowed(url)) continue;
    if (last !== undefined) await visit.pause(Math.max(0, last + Math.max(GAP, rules.delay) - visit.now()));
    last = visit.now();
    tries += 1;
    const found = await getDocument(url, { most: MOST_BYTES, isAllowed }, visit);
    if (typeof found === 'string') {
      failure ??= found;
      // Pages behind a redirect to elsewhere, or to what robots.txt forbids, are none of the audit.
      if (found === 'timeout' || found === 'connection')
        pages.push({
          url: url.href,
          status: null,
          milliseconds: 0,
          bytes: 0,
          isTruncated: false,
          facts: null,
          stated: NOTHING_STATED,
        });
    } else if (found.url === url.href || toRead.isNew(found.url)) {
      const page = await readPage(url, found, own);
      pages.push(page);
      toRead.add(page.facts?.links ?? []);
    }
    if (tries === 1) toRead.add(listed);
  }
  if (failure && !pages.some(({ status }) => status !== null)) return failure;

  return {
    pages,
    sitemapPages: listed.length,
    hasLlmsTxt:
      typeof llmsTxt !== 'string' &&
      llmsTxt.status === 200 &&
      /^(?!text\/html)/i.test(llmsTxt.contentType) &&
      llmsTxt.body.length > 0,
    allowedCrawlers: AI_CRAWLERS.filter((crawler) => robots.isAllowed(start, crawler)),
  };
}
