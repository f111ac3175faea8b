import { type Html, html } from '../html.ts';
import { number } from '../words.ts';

/** A part of the report with its heading, and one sentence that says what there is to see. */
export const section = (eyebrow: string, title: string, lead: Html | false, ...rest: (Html | false)[]) => html`
  <section>
    <header>
      <p class="eyebrow">${eyebrow}</p>
      <h2>${title}</h2>
      ${lead && html`<p class="lead">${lead}</p>`}
    </header>
    ${rest}
  </section>`;

/** Tables of so many rows at most are not parted by the end of a page. */
export const SHORT = 12;

/** Says what a list leaves out. */
export const more = (count: number, what: string) =>
  count > 0 && html`<p class="note">And ${number(count)} more ${what}, which the portal lists.</p>`;

/** A text of somebody else's, in its own direction. */
export const said = (text: string) => html`<bdi>${text}</bdi>`;
