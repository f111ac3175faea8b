import type { Brand } from '../branding/brand.ts';
import { escapeHtml } from '../html-text.ts';

/** Where the logo is served. */
export const LOGO_PATH = '/logo';

/** An SVG file is a document, and nothing of one that is opened by itself may run. */
export const LOGO_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** The document of the pages with the brand of this portal, from which the pages read it. */
export function branded(html: string, { name, logo, colors }: Brand) {
  const facts = { name, colors, logo: logo && { src: LOGO_PATH, ratio: logo.ratio } };
  const named = html
    .replace('name="brand" content="{}"', () => `name="brand" content="${escapeHtml(JSON.stringify(facts))}"`)
    .replace(/<title>.*<\/title>/, (title) => (name ? `<title>${escapeHtml(name)}</title>` : title));
  return logo
    ? named
        .replace('<link rel="icon" href="/favicon.ico" sizes="48x48" />', '')
        .replace('href="/icon.svg" type="image/svg+xml"', `href="${LOGO_PATH}" type="${logo.type}"`)
    : named;
}
