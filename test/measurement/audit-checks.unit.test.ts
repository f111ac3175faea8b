import { describe, expect, it } from 'vitest';
import { harborStreetPages } from '../../demo/services/website/harbor-street.ts';
import { auditResult } from '../../routers/measurement/audit/checks.ts';
import type { AuditedPage } from '../../routers/measurement/audit/page-checks.ts';
import { decodeText } from '../../routers/measurement/audit/reading/decode-text.ts';
import { htmlFacts } from '../../routers/measurement/audit/reading/html-facts.ts';
import { comparedWithRecord } from '../../routers/measurement/audit/reading/stated-facts.ts';
import { visitWith } from '../../routers/measurement/audit/visit.ts';
import { visitSite } from '../../routers/measurement/audit/visit-site.ts';
import { WEIGHTS } from '../../routers/measurement/audit/weights.ts';
import { NO_RECORD, stoppedClock, websiteForThisTest } from '../helpers/websites.ts';

const URL_OF_PAGE = 'https://harbor.example/a';

const GOOD = `<!doctype html><title>Implants</title><meta name="description" content="What they cost.">
  <link rel="canonical" href="/a"><h1>Implants</h1><img src="a.jpg" alt=""><script type="application/ld+json">
  {"@type": "Dentist", "name": "Harbor Dental", "telephone": "(207) 555-0142"}</script>`;

const RECORD = { ...NO_RECORD, name: 'Harbor Dental', phone: '+1 207 555 0142', website: 'https://harbor.example' };

async function page(html: string, more: Partial<AuditedPage> = {}): Promise<AuditedPage> {
  const facts = await htmlFacts(html, URL_OF_PAGE);
  const stated = comparedWithRecord(facts.jsonLd, RECORD);
  return {
    url: URL_OF_PAGE,
    status: 200,
    milliseconds: 90,
    bytes: html.length,
    isTruncated: false,
    facts,
    stated,
    ...more,
  };
}

const siteOf = (pages: AuditedPage[]) => ({ pages, sitemapPages: 1, hasLlmsTxt: true, allowedCrawlers: [] });

const issuesOf = async (...args: Parameters<typeof page>) =>
  auditResult(siteOf([await page(...args)])).pages[0]?.issues;

describe('The checks of a page', () => {
  it('find nothing wrong with a good page', async () => {
    expect(auditResult(siteOf([await page(GOOD)])).pages).toEqual([
      { url: URL_OF_PAGE, status: 200, score: 100, issues: [] },
    ]);
  });

  it.each([
    ['title', GOOD.replace('<title>Implants</title>', '')],
    ['title', GOOD.replace('<title>Implants', '<title> ')],
    ['title', GOOD.replace('<title>Implants', `<title>${'a'.repeat(71)}`)],
    ['description', GOOD.replace('What they cost.', '')],
    ['description', GOOD.replace('name="description"', 'name="keywords"')],
    ['h1', GOOD.replace(/<h1>.*<\/h1>/, '')],
    ['h1', GOOD.replace('<h1>', '<h1>One</h1><h1>')],
    ['canonical', GOOD.replace('rel="canonical"', 'rel="next"')],
    ['canonical', GOOD.replace('href="/a"', 'href="https://elsewhere.example/"')],
    ['alt', GOOD.replace('alt=""', '')],
    ['json_ld', GOOD.replace('{"@type"', '{@type')],
    ['json_ld', GOOD.replace('ld+json', 'json')],
    ['json_ld_agrees', GOOD.replace('0142', '0143')],
  ])('find a fault: %s', async (key, html) => {
    expect(await issuesOf(html)).toEqual([key]);
  });

  it('find slow, long and unencrypted pages', async () => {
    expect(await issuesOf(GOOD, { milliseconds: 801 })).toEqual(['speed']);
    expect(await issuesOf(GOOD, { bytes: 512_001 })).toEqual(['weight']);
    expect(await issuesOf(GOOD, { url: URL_OF_PAGE.replace('https', 'http') })).toEqual(['https']);
  });

  it('ask nothing more of a page that is not there, and of a file that is no page', async () => {
    const gone = await page(GOOD, { status: 404, facts: null });
    const file = await page('', { facts: null });

    expect(auditResult(siteOf([gone, file])).pages).toMatchObject([
      { score: 0, issues: ['status'] },
      { score: 100, issues: [] },
    ]);
  });

  it('read the title of the page, not of a drawing or template, and headings that are images', async () => {
    const html = `<svg><title>Logo</title></svg><template><h1>No</h1></template><title>Page</title><h1><img alt="Us"></h1>`;

    expect(await htmlFacts(html, URL_OF_PAGE)).toMatchObject({ title: 'Page', headings: ['Us'] });
  });

  it('resolve links by the base of the page', async () => {
    const html = '<base href="/deep/"><a href="x">1</a><a href="?q">2</a><a href="y" rel="nofollow">3</a>';

    expect((await htmlFacts(html, URL_OF_PAGE)).links).toEqual([
      'https://harbor.example/deep/x',
      'https://harbor.example/deep/?q',
    ]);
  });

  it('read texts in the coding that the page names', () => {
    const latin = Buffer.from('<meta charset="iso-8859-1"><title>Zähne</title>', 'latin1');

    expect(decodeText(latin, 'text/html')).toContain('Zähne');
    expect(decodeText(Buffer.from('Zähne'), 'text/html; charset=none-such')).toBe('Zähne');
  });

  it('survive structured data of any depth and kind', async () => {
    const deep = `${'{"about":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    const html = ['[]', 'null', '"text"', '[[1]]', deep]
      .map((json) => `<script type="application/ld+json">${json}</script>`)
      .join('');

    expect((await page(html)).stated).toEqual({ isCompared: false, differing: [] });
  });
});

describe('Structured data', () => {
  const home = { ...RECORD, address: '12 Harbor Street, Suite 3, Portland, ME 04101' };
  const place = {
    '@type': 'PostalAddress',
    streetAddress: '12 Harbor St. Ste 3',
    addressLocality: 'Portland',
    addressRegion: 'ME',
    postalCode: '04101',
  };

  it('agree with the record however they write it', () => {
    const data = [
      {
        '@graph': [
          {
            '@type': ['LocalBusiness'],
            legalName: 'Harbor Dental LLC',
            address: place,
            url: 'https://www.harbor.example/x',
          },
        ],
      },
    ];

    expect(comparedWithRecord(data, home)).toEqual({ isCompared: true, differing: [] });
  });

  it('differ by what they state, and by nothing that the record lacks', () => {
    const data = [
      {
        '@type': 'Dentist',
        name: 'Bay Dental',
        telephone: '1',
        url: 'https://bay.example',
        address: { ...place, postalCode: '04102' },
      },
    ];

    expect(comparedWithRecord(data, home).differing).toEqual(['name', 'phone', 'address', 'website']);
    expect(comparedWithRecord(data, NO_RECORD)).toEqual({ isCompared: false, differing: [] });
  });

  it('of people, events and pages are none of the organization', () => {
    const data = ['Person', 'Event', 'WebPage'].map((type) => ({ '@type': type, name: 'Other', address: 'Other' }));

    expect(comparedWithRecord(data, home).isCompared).toBe(false);
  });
});

describe('The audit of the demo’s website', () => {
  it('finds its faults', async () => {
    const site = await websiteForThisTest(harborStreetPages);
    const visit = visitWith({ publicOnly: false, ...stoppedClock() });
    const record = { ...NO_RECORD, name: 'Harbor Street Dental', phone: '+12075550142' };

    const seen = await visitSite({ startUrl: site.url, maxPages: 20 }, record, visit);
    if (typeof seen === 'string') throw new Error(seen);
    const { pages, checks } = auditResult(seen);

    const of = (key: string) => checks.find((check) => check.key === key);
    expect(pages.map(({ url, issues }) => [new URL(url).pathname, issues])).toEqual([
      ['/', ['https']],
      ['/implants', ['https']],
      ['/whitening', ['description', 'https', 'alt', 'json_ld']],
      ['/team', ['https', 'json_ld']],
      ['/contact', ['https', 'json_ld_agrees']],
      ['/offers', ['status']],
    ]);
    expect(of('status')).toMatchObject({ passed: 5, total: 6 });
    expect(of('json_ld_agrees')).toMatchObject({ passed: 2, total: 3, failing: ['phone'] });
    expect(of('ai_crawlers')).toMatchObject({ passed: 4, total: 5, failing: ['PerplexityBot'] });
    expect(of('llms_txt')).toMatchObject({ passed: 0, total: 1 });
    expect(of('sitemap')).toMatchObject({ passed: 1, total: 1 });
  });

  it('counts a hundred points', () => {
    expect(Object.values(WEIGHTS).reduce((sum, weight) => sum + weight, 0)).toBe(100);
  });
});
