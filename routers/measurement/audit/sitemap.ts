import { gunzipSync } from 'node:zlib';
import { Parser } from 'htmlparser2';
import { MIB } from '../../../flow/byte-units.ts';
import { yieldWhenDue } from '../../../flow/yield.ts';
import { domainsMatch } from '../../visibility/public.ts';
import { getDocument } from './get-document.ts';
import type { Visit } from './visit.ts';

const MOST = 2 * MIB;
const MOST_FILES = 5;
const MOST_URLS = 1000;
const PIECE = 64 * 1024;

/** Reads addresses of pages, and of further sitemaps, out of a sitemap: XML, or plain text with an address a line. */
export async function readSitemap(text: string, most = MOST_URLS) {
  const found = { pages: [] as string[], sitemaps: [] as string[] };
  if (!/^\s*</.test(text)) {
    found.pages = text
      .split(/\r?\n/, most)
      .map((line) => line.trim())
      .filter((line) => /^https?:\/\//.test(line));
    return found;
  }
  const path: string[] = [];
  let address = '';
  const parser = new Parser(
    {
      onopentag(name) {
        path.push(name.replace(/^.*:/, ''));
        address = '';
      },
      ontext(part) {
        if (path.at(-1) === 'loc' && address.length < 2048) address += part;
      },
      onclosetag() {
        const [name, within] = [path.pop(), path.at(-1)];
        if (name !== 'loc') return;
        const list = within === 'sitemap' ? found.sitemaps : within === 'url' ? found.pages : [];
        if (list.length < most) list.push(address.trim());
      },
    },
    { xmlMode: true },
  );
  for (let at = 0; at < text.length && found.pages.length < most; at += PIECE) {
    parser.write(text.slice(at, at + PIECE));
    await yieldWhenDue();
  }
  return found;
}

/** The text of a sitemap, which may be a compressed file; undefined if it cannot be read. */
function textOf(body: Buffer) {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body.toString('utf8').replace(/^\uFEFF/, '');
  try {
    return gunzipSync(body, { maxOutputLength: MOST }).toString('utf8');
  } catch {
    return undefined;
  }
}

/** The pages of the website that its sitemaps name, in their order; empty where there is none. */
export async function sitemapPages(site: URL, named: string[], visit: Visit) {
  const queue = [...named, new URL('/sitemap.xml', site).href];
  const asked = new Set<string>();
  const pages = new Set<string>();
  while (queue.length > 0 && asked.size < MOST_FILES && pages.size < MOST_URLS) {
    const address = queue.shift() ?? '';
    if (asked.has(address) || !URL.canParse(address) || !domainsMatch(address, site.href)) continue;
    // The usual place is looked at where no other has pages.
    if (queue.length === 0 && pages.size > 0) break;
    asked.add(address);
    const file = await getDocument(new URL(address), { most: MOST }, visit);
    if (typeof file === 'string' || file.status !== 200) continue;
    const { pages: urls, sitemaps } = await readSitemap(textOf(file.body) ?? '');
    queue.unshift(...sitemaps.slice(0, MOST_FILES));
    for (const url of urls) if (URL.canParse(url) && domainsMatch(url, site.href)) pages.add(url);
  }
  return [...pages];
}
