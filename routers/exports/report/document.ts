import type { Brand } from '../../../server/branding/brand.ts';
import type { Language } from '../../../server/languages.ts';
import { colours } from './brand.ts';
import { fontFaces } from './fonts.ts';
import { truncate } from './formatting.ts';
import { cssString, type Html, html, rawHtml } from './html.ts';
import type { readReportData } from './report-data.ts';
import { aiSearchSection } from './sections/ai-search.ts';
import { competitorsSection } from './sections/competitors.ts';
import { componentsSection } from './sections/components.ts';
import { coverPage, noScanPage } from './sections/cover.ts';
import { goalsSection } from './sections/goals.ts';
import { listingsSection } from './sections/listings.ts';
import { recommendationsSection } from './sections/recommendations.ts';
import { scoresSection } from './sections/scores.ts';
import { STYLES } from './styles.ts';
import { englishReport, type Wording } from './wording/english.ts';
import { germanReport } from './wording/german.ts';

const SECTIONS = [
  scoresSection,
  componentsSection,
  competitorsSection,
  aiSearchSection,
  listingsSection,
  goalsSection,
  recommendationsSection,
];

// Blocks scripts and requests even if hostile markup gets past the escaping.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:";

const FOOTER = `font: 400 7.5pt "Inter", sans-serif; color: #6b7a87; vertical-align: top; padding-top: 6mm;`;

/** The footer beside the page number, on each page but the cover. */
const footer = (text: string) => text && rawHtml(`@page { @bottom-left { content: ${cssString(text)}; ${FOOTER} } }`);

interface Contents {
  title: string;
  foot: string;
  body: Html;
  /** Styles besides those of every report. */
  styles?: Html;
}

/** A self-contained HTML document in the look of a brand. */
export function page({ title, foot, body, styles }: Contents, brand: Brand, { language }: Pick<Wording, 'language'>) {
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${title}</title>
<style>${rawHtml(fontFaces(`${title}${foot}${body.text}`))}</style>
<style>${footer(foot)}${colours(brand)}${rawHtml(STYLES)}${styles}</style></head>
<body>${body}</body></html>`.text;
}

const WORDINGS: Record<Language, Wording> = { en: englishReport, de: germanReport };

/** The report as one self-contained HTML document. */
export function reportDocument(
  report: Awaited<ReturnType<typeof readReportData>>,
  brand: Brand,
  language: Language,
): string {
  const { name, timezone } = report.organization;
  const wording = WORDINGS[language];
  const { texts, formatDate } = wording;
  const title = `${texts.report} – ${name}`;
  if (!report.scan) return page({ title, foot: '', body: noScanPage(name, brand, wording) }, brand, wording);

  const day = formatDate(report.scan.asOf, timezone);
  const foot = [truncate(name, 60), texts.report, day, brand.name].filter(Boolean).join(' · ');
  const sections = SECTIONS.map((section) => section(report, wording));
  const body = html`${coverPage(report, brand, wording)}${sections}`;
  return page({ title, foot, body }, brand, wording);
}
