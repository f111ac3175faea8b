import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readSitemap } from '../../routers/measurement/audit/sitemap.ts';
import { linking, seenAt, websiteForThisTest } from '../helpers/websites.ts';

describe('A sitemap', () => {
  it('names pages and further sitemaps, and not the addresses of images', async () => {
    const xml = `<?xml version="1.0"?><x:urlset xmlns:image="i"><x:url><x:loc> https://a.example/?a&amp;b </x:loc>
      <image:image><image:loc>https://a.example/i.png</image:loc></image:image></x:url></x:urlset>`;

    expect(await readSitemap(xml)).toEqual({ pages: ['https://a.example/?a&b'], sitemaps: [] });
    expect(
      await readSitemap('<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>'),
    ).toEqual({
      pages: [],
      sitemaps: ['https://a.example/1.xml'],
    });
  });

  it('may be plain text, and is nothing where it is no sitemap', async () => {
    expect((await readSitemap('https://a.example/\r\nhttps://a.example/b\nno address')).pages).toHaveLength(2);
    expect(await readSitemap('<html><body>Not found</body></html>')).toEqual({ pages: [], sitemaps: [] });
  });

  it('is read through an index and compressed files, and no farther than a few of them', async () => {
    const site = await websiteForThisTest((url) => ({
      '/': linking(),
      '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: `Sitemap: ${url}/index.xml` },
      '/index.xml': `<sitemapindex>${['1.gz', 'index.xml', '2.gz', '3', '4', '5', '6']
        .map((name) => `<sitemap><loc>${url}/${name}</loc></sitemap>`)
        .join('')}</sitemapindex>`,
      '/1.gz': {
        body: gzipSync(`<urlset><url><loc>${url}/a</loc></url><url><loc>https://else.example/</loc></url></urlset>`),
      },
      '/2.gz': { body: gzipSync(Buffer.alloc(20 * 1024 * 1024, ' ')) },
      '/a': linking(),
    }));

    const { pages, sitemapPages } = await seenAt(site.url);

    expect(pages.map(({ url }) => url.slice(site.url.length))).toEqual(['/', '/a']);
    expect(sitemapPages).toBe(1);
    expect(site.asked.length).toBeLessThan(12);
  });
});
