import { type Html, html } from '../html.ts';
import type { Wording } from '../wording/english.ts';
import { MEANINGS, type Term } from '../wording/meanings.ts';

/** A section of the report: heading, summary sentence and content. */
export const section = (eyebrow: string, title: string, lead: Html | false, ...rest: (Html | false)[]) => html`
  <section>
    <header>
      <p class="eyebrow">${eyebrow}</p>
      <h2>${title}</h2>
      ${lead && html`<p class="lead">${lead}</p>`}
    </header>
    ${rest}
  </section>`;

/** Tables of up to this many rows are kept on one page. */
export const UNBROKEN_ROWS = 12;

/** What figures of a section are: each as the report calls it, and the sentence of the pages about it. */
export const meanings = ({ language }: Wording, terms: (readonly [label: string, term: Term])[]) => html`
  <dl class="meanings">${terms.map(([label, term]) => html`<div><dt>${label}:</dt> <dd>${MEANINGS[language][term]}</dd></div>`)}</dl>`;

/** A note on the number of items left out. */
export const omitted = (
  { texts, formatNumber, nounFor }: Wording,
  count: number,
  what: keyof Wording['texts']['omitted'],
) =>
  count > 0 &&
  html`<p class="note">${texts.andMore(`${formatNumber(count)} ${nounFor(count, texts.omitted[what])}`)}</p>`;
