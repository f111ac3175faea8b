import { Parser } from 'htmlparser2';
import { yieldWhenDue } from '../../../../flow/yield.ts';

const PIECE = 32 * 1024;
const MOST_LINKS = 500;
const MOST_JSON_LD = 50;
const MOST_TEXT = 2000;

/** What the HTML of a page says about itself. */
export interface HtmlFacts {
  title: string | null;
  description: string | null;
  /** The texts of the first-level headings. */
  headings: string[];
  /** The addresses that it names as its own, as written. */
  canonicals: string[];
  images: number;
  imagesWithoutAlt: number;
  /** The parsed blocks of JSON-LD, and the number of those that are no JSON. */
  jsonLd: unknown[];
  brokenJsonLd: number;
  /** Where its links lead, resolved. */
  links: string[];
}

type Attributes = Record<string, string>;

const words = (value = '') => value.toLowerCase().split(/\s+/);
const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Collects the facts of a page tag by tag. */
class FactsReader {
  readonly facts: HtmlFacts = {
    title: null,
    description: null,
    headings: [],
    canonicals: [],
    images: 0,
    imagesWithoutAlt: 0,
    jsonLd: [],
    brokenJsonLd: 0,
    links: [],
  };
  private base: URL;
  /** The title of a drawing and the contents of a template are none of the page. */
  private aside = 0;
  private collecting: 'title' | 'h1' | 'jsonLd' | undefined;
  private text = '';

  constructor(url: string) {
    this.base = new URL(url);
  }

  open(name: string, attributes: Attributes) {
    if (name === 'svg' || name === 'template') this.aside += 1;
    if (this.aside > 0) return;
    if (name === 'title' && this.facts.title === null) this.collect('title');
    if (name === 'h1') this.collect('h1');
    if (name === 'script' && attributes.type?.trim().toLowerCase() === 'application/ld+json') this.collect('jsonLd');
    if (name === 'base' && attributes.href && URL.canParse(attributes.href, this.base.href))
      this.base = new URL(attributes.href, this.base);
    if (name === 'meta' && attributes.name?.toLowerCase() === 'description')
      this.facts.description ??= tidy(attributes.content ?? '');
    if (name === 'link' && words(attributes.rel).includes('canonical'))
      this.facts.canonicals.push(attributes.href ?? '');
    if (name === 'a') this.link(attributes);
    if (name === 'img') this.image(attributes);
  }

  more(text: string) {
    const most = this.collecting === 'jsonLd' ? Number.POSITIVE_INFINITY : MOST_TEXT;
    if (this.collecting && this.aside === 0 && this.text.length < most) this.text += text;
  }

  close(name: string) {
    if (name === 'svg' || name === 'template') this.aside = Math.max(0, this.aside - 1);
    if (this.aside > 0) return;
    if (name === 'title' && this.collecting === 'title') this.facts.title = tidy(this.text);
    else if (name === 'h1' && this.collecting === 'h1') this.facts.headings.push(tidy(this.text));
    else if (name === 'script' && this.collecting === 'jsonLd') this.data();
    else return;
    this.collecting = undefined;
  }

  private collect(what: 'title' | 'h1' | 'jsonLd') {
    this.collecting = what;
    this.text = '';
  }

  private data() {
    if (this.facts.jsonLd.length + this.facts.brokenJsonLd >= MOST_JSON_LD) return;
    try {
      this.facts.jsonLd.push(JSON.parse(this.text));
    } catch {
      this.facts.brokenJsonLd += 1;
    }
  }

  private link({ href, rel }: Attributes) {
    if (!href || this.facts.links.length >= MOST_LINKS || words(rel).includes('nofollow')) return;
    if (URL.canParse(href, this.base.href)) this.facts.links.push(new URL(href, this.base).href);
  }

  /** An image without a text is no fault where the page says so: alt="". */
  private image({ alt }: Attributes) {
    this.facts.images += 1;
    if (alt === undefined) this.facts.imagesWithoutAlt += 1;
    else if (this.collecting === 'h1') this.more(` ${alt} `);
  }
}

/** Reads the facts of a page in one pass, in turns: a page has up to two megabytes. */
export async function htmlFacts(html: string, url: string): Promise<HtmlFacts> {
  const reader = new FactsReader(url);
  const parser = new Parser({
    onopentag: (name, attributes) => reader.open(name, attributes),
    ontext: (text) => reader.more(text),
    onclosetag: (name) => reader.close(name),
  });
  for (let at = 0; at < html.length; at += PIECE) {
    parser.write(html.slice(at, at + PIECE));
    await yieldWhenDue();
  }
  parser.end();
  return reader.facts;
}
