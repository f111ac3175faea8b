import { formatNumber } from '../formatting.ts';
import { type Html, html } from '../html.ts';

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

/** A note on the number of items left out. */
export const omitted = (count: number, what: string) =>
  count > 0 && html`<p class="note">And ${formatNumber(count)} more ${what}, listed in the portal.</p>`;

/** Stored text in its own writing direction. */
export const userText = (text: string) => html`<bdi>${text}</bdi>`;
