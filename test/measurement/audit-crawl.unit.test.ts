import type { lookup } from 'node:dns';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { publicLookup } from '../../routers/webhooks/public-address.ts';
import { linking, seenAt, stoppedClock, visitNow, websiteForThisTest } from '../helpers/websites.ts';

const text = (body: string) => ({ headers: { 'content-type': 'text/plain' }, body });
const redirect = (location: string) => ({ status: 302, headers: { location } });

describe('An audit', () => {
  it('reads the start page, what it links to, and the sitemap, each once', async () => {
    const site = await websiteForThisTest((url) => ({
      '/': linking('/a', '/a#part', '/b?x=1', 'https://elsewhere.example/', '/file.pdf', 'mailto:a@b.example'),
      '/a': linking('/', '/c'),
      '/b?x=1': linking(),
      '/c': linking(),
      '/d': linking(),
      '/sitemap.xml': `<urlset><url><loc>${url}/a</loc></url><url><loc>${url}/d</loc></url></urlset>`,
    }));

    const { pages, sitemapPages } = await seenAt(site.url);

    expect(pages.map(({ url }) => url.slice(site.url.length))).toEqual(['/', '/a', '/b?x=1', '/d', '/c']);
    expect(sitemapPages).toBe(2);
    expect(new Set(site.asked.map(({ agent }) => agent))).toEqual(new Set(['client-portal-audit']));
  });

  it('reads one page a second, and as many as it may', async () => {
    const site = await websiteForThisTest({ '/': linking('/a', '/b', '/c'), '/a': linking(), '/b': linking() });
    const clock = stoppedClock();

    const { pages } = await seenAt(site.url, { maxPages: 3, ...clock });

    expect(pages).toHaveLength(3);
    expect(clock.pauses).toEqual([1000, 1000]);
  });

  it('stops at its limit on a website of 10,000 pages', async () => {
    const paths = Array.from({ length: 10_000 }, (_, index) => `/${index}`);
    const site = await websiteForThisTest((url) => ({
      '/': linking(...paths),
      ...Object.fromEntries(paths.map((path) => [path, linking(...paths.slice(0, 100))])),
      '/sitemap.xml': `<urlset>${paths.map((path) => `<url><loc>${url}${path}</loc></url>`).join('')}</urlset>`,
    }));

    const { pages } = await seenAt(site.url, { maxPages: 50 });

    expect(pages).toHaveLength(50);
    expect(site.asked.length).toBeLessThan(60);
  });

  it('obeys robots.txt, also behind redirects, and its pauses', async () => {
    const site = await websiteForThisTest({
      '/': linking('/open', '/private/a', '/moved'),
      '/open': linking(),
      '/moved': redirect('/private/b'),
      '/private/a': linking(),
      '/private/b': linking(),
      '/robots.txt': text('User-agent: *\nDisallow: /private/\nCrawl-delay: 2\n\nUser-agent: GPTBot\nDisallow: /'),
    });
    const clock = stoppedClock();

    const { pages, allowedCrawlers } = await seenAt(site.url, clock);

    expect(pages.map(({ url }) => url.slice(site.url.length))).toEqual(['/', '/open']);
    expect(site.paths().filter((path) => path.startsWith('/private/'))).toEqual([]);
    expect(clock.pauses).toEqual([2000, 2000]);
    expect(allowedCrawlers).toEqual(['OAI-SearchBot', 'ClaudeBot', 'PerplexityBot', 'Google-Extended']);
  });

  it('reads no page that robots.txt forbids, and says what else it saw', async () => {
    const site = await websiteForThisTest({ '/': linking(), '/robots.txt': text('User-agent: *\nDisallow: /') });

    const seen = await seenAt(site.url);

    expect(seen).toEqual({ pages: [], sitemapPages: 0, hasLlmsTxt: false, allowedCrawlers: [] });
    expect(site.paths()).not.toContain('/');
  });

  it.each([
    [404, 1],
    [403, 1],
    [500, undefined],
    [503, undefined],
  ])('takes a robots.txt of status %i for one that allows, or forbids, all', async (status, pages) => {
    const site = await websiteForThisTest({ '/': linking(), '/robots.txt': { status } });

    const seen = await visitNow(site.url);

    expect(typeof seen === 'string' ? undefined : seen.pages.length).toBe(pages);
    expect(site.paths().includes('/')).toBe(pages === 1);
  });

  it('reads the beginning of a robots.txt of 5 MB', async () => {
    const rules = Array.from({ length: 200_000 }, (_, index) => `Disallow: /forbidden-${index}/`).join('\n');
    const site = await websiteForThisTest({
      '/': linking('/forbidden-1/', '/a'),
      '/a': linking(),
      '/robots.txt': text(`User-agent: *\n${rules}\n`),
    });

    const { pages } = await seenAt(site.url);

    expect(pages.map(({ url }) => url.slice(site.url.length))).toEqual(['/', '/a']);
  });

  it('decodes no more than 2 MiB of a page, and none of a broken one', async () => {
    const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024, '<p>'));
    const gzip = { 'content-encoding': 'gzip' };
    const site = await websiteForThisTest({
      '/': linking('/bomb', '/broken', '/odd'),
      '/bomb': { headers: gzip, body: bomb },
      '/broken': { headers: gzip, body: 'no gzip' },
      '/odd': { headers: { 'content-encoding': 'unknown' }, body: 'x' },
    });

    const { pages } = await seenAt(site.url);

    expect(pages.map(({ status, bytes, isTruncated }) => ({ status, bytes, isTruncated }))).toEqual([
      { status: 200, bytes: expect.any(Number), isTruncated: false },
      { status: 200, bytes: 2 * 1024 * 1024, isTruncated: true },
      { status: null, bytes: 0, isTruncated: false },
      { status: null, bytes: 0, isTruncated: false },
    ]);
  });

  it('leaves a slow page, before its status and within its body', async () => {
    const site = await websiteForThisTest({
      '/': linking('/silent', '/endless', '/a'),
      '/silent': () => {},
      '/endless': (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).write('<p>'),
      '/a': linking(),
    });

    const { pages } = await seenAt(site.url, { timeout: 300 });

    expect(pages.map(({ status }) => status)).toEqual([200, null, null, 200]);
  });

  it('follows three redirects within the website, and none away from it', async () => {
    const site = await websiteForThisTest({
      '/': redirect('/1'),
      '/1': redirect('/2'),
      '/2': redirect('/3'),
      '/3': linking('/away', '/loop', '/odd'),
      '/away': redirect('http://localhost:1/'),
      '/loop': redirect('/loop'),
      '/odd': redirect('file:///etc/passwd'),
    });

    const { pages } = await seenAt(site.url);

    expect(pages.map(({ url, status }) => [url.slice(site.url.length), status])).toEqual([['/3', 200]]);
  });

  it('fails where the start page leads away, or nothing answers', async () => {
    const site = await websiteForThisTest({ '/': redirect('http://elsewhere.example/') });

    expect(await visitNow(site.url)).toBe('left_domain');
    expect(await visitNow('http://127.0.0.1:1/')).toBe('connection');
  });

  it('connects to public addresses only where it shall, whatever a name or a redirect says', async () => {
    const site = await websiteForThisTest({ '/': linking() });
    const { port } = new URL(site.url);
    const resolve = ((_name: string, _options: object, done: (error: null, found: object[]) => void) =>
      done(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as typeof lookup;
    const guarded = { publicOnly: true, lookup: publicLookup(resolve) };

    expect(await visitNow(site.url, guarded)).toBe('refused_address');
    expect(await visitNow(`http://rebound.example:${port}/`, guarded)).toBe('refused_address');
    expect(site.asked).toEqual([]);
  });

  it('ends at once when it is told to', async () => {
    const site = await websiteForThisTest({ '/': () => {} });
    const ending = new AbortController();
    setTimeout(() => ending.abort(), 100);

    await expect(visitNow(site.url, { signal: ending.signal })).rejects.toThrow();
  });
});
