import type { readFacts } from './facts.ts';
import { fontFaces } from './fonts.ts';
import { asIs, cssString, type Html, html } from './html.ts';
import { aiSearch } from './sections/ai-search.ts';
import { competitors } from './sections/competitors.ts';
import { componentsSection } from './sections/components.ts';
import { coverPage, nothingYet } from './sections/cover.ts';
import { goalsSection } from './sections/goals.ts';
import { listings } from './sections/listings.ts';
import { recommendationsSection } from './sections/recommendations.ts';
import { scores } from './sections/scores.ts';
import { STYLES } from './styles.ts';
import { clip, dayOf } from './words.ts';

const SECTIONS = [scores, componentsSection, competitors, aiSearch, listings, goalsSection, recommendationsSection];

// Nothing is fetched and nothing runs, even if something hostile came this far.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:";

const FOOTER = `font: 400 7.5pt "Inter", sans-serif; color: #6b7a87; vertical-align: top; padding-top: 6mm;`;

/** What stands at the foot of each page but the cover, beside the page's number. */
const footer = (text: string) => text && asIs(`@page { @bottom-left { content: ${cssString(text)}; ${FOOTER} } }`);

function page(title: string, foot: string, body: Html) {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${title}</title>
<style>${asIs(fontFaces(`${title}${foot}${body.text}`))}</style>
<style>${footer(foot)}${asIs(STYLES)}</style></head>
<body>${body}</body></html>`.text;
}

/** The report as one HTML document that needs nothing from outside of it. */
export function reportDocument(facts: Awaited<ReturnType<typeof readFacts>>): string {
  const { name, timezone } = facts.organization;
  const title = `Visibility report – ${name}`;
  if (!facts.scan) return page(title, '', nothingYet(name));

  const day = dayOf(facts.scan.asOf, timezone);
  const foot = `${clip(name, 60)} · Visibility report · ${day}`;
  return page(title, foot, html`${coverPage(facts)}${SECTIONS.map((section) => section(facts))}`);
}
