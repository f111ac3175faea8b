import type { SitePage } from './server.ts';

const BUSINESS = {
  '@context': 'https://schema.org',
  '@type': 'Dentist',
  name: 'Harbor Street Dental',
  telephone: '(207) 555-0142',
  address: {
    '@type': 'PostalAddress',
    streetAddress: '12 Harbor Street, Suite 3',
    addressLocality: 'Portland',
    addressRegion: 'ME',
    postalCode: '04101',
  },
};

interface Content {
  title: string;
  description?: string;
  heading?: string;
  body?: string;
  data?: object;
}

const LINKS = ['/', '/implants', '/whitening', '/team', '/contact', '/offers']
  .map((path) => `<a href="${path}">${path.slice(1) || 'home'}</a>`)
  .join(' ');

const html = (
  url: string,
  path: string,
  { title, description, heading = title, body = '', data }: Content,
) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
${description ? `<meta name="description" content="${description}">` : ''}
<link rel="canonical" href="${url}${path}">
${data ? `<script type="application/ld+json">${JSON.stringify(data)}</script>` : ''}
</head><body><nav>${LINKS}</nav><h1>${heading}</h1>${body}</body></html>`;

/** The website of the demo’s practice, with the faults that websites have. */
export function harborStreetPages(url: string): Record<string, SitePage> {
  const page = (path: string, content: Content) => html(url, path, content);
  const listed = ['/', '/implants', '/whitening', '/team', '/contact'];
  return {
    '/': page('/', {
      title: 'Harbor Street Dental, Portland ME',
      description: 'Family and implant dentistry at the Old Port, with Saturday hours.',
      body: '<img src="/practice.jpg" alt="The practice on Harbor Street">',
      data: BUSINESS,
    }),
    '/implants': page('/implants', {
      title: 'Dental implants',
      description: 'What an implant costs, and how long it takes.',
      data: BUSINESS,
    }),
    // Without a description and structured data, and with an image that nobody describes.
    '/whitening': page('/whitening', { title: 'Teeth whitening', body: '<img src="/smile.jpg">' }),
    '/team': page('/team', { title: 'Our team', description: 'The people who look after your teeth.' }),
    // With a number that the practice has given up.
    '/contact': page('/contact', {
      title: 'Contact',
      description: 'Call us, or come by.',
      data: { ...BUSINESS, telephone: '(207) 555-0199' },
    }),
    '/robots.txt': {
      headers: { 'content-type': 'text/plain' },
      body: `User-agent: *\nDisallow: /intern/\n\nUser-agent: PerplexityBot\nDisallow: /\n\nSitemap: ${url}/sitemap.xml\n`,
    },
    '/sitemap.xml': {
      headers: { 'content-type': 'application/xml' },
      body: `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${listed
        .map((path) => `<url><loc>${url}${path}</loc></url>`)
        .join('')}</urlset>`,
    },
  };
}
