import type { Brand } from '../../../server/branding/brand.ts';
import { type Html, html, rawHtml } from './html.ts';

const PLAIN =
  '--brand: #12676a; --brand-dark: #0d5557; --brand-soft: #7fb3ae; --brand-tint: #dcedea; --brand-faint: #eef5f4; --brand-rule: #4fa39a; --brand-ring: #6fc2b6; --brand-on-night: #8fc4bd; --night: #10242f; --night-track: #24404c;';

/** The colours of the style sheet. */
export function colours({ colors: shades }: Brand): Html {
  if (!shades) return rawHtml(`:root { ${PLAIN} }`);
  const [faint, tint, soft, onNight, ring, rule, , own, dark, night] = shades;
  return rawHtml(
    `:root { --brand: ${own}; --brand-dark: ${dark}; --brand-soft: ${soft}; --brand-tint: ${tint}; --brand-faint: ${faint}; --brand-rule: ${rule}; --brand-ring: ${ring}; --brand-on-night: ${onNight}; --night: ${night}; --night-track: rgb(255 255 255 / 0.18); }`,
  );
}

/** Who made the report, on its cover: the name, or the words around it. The logo stands on white, as it may be dark. */
export function maker({ name, logo }: Brand, said = name) {
  if (!name && !logo) return undefined;
  const address = logo && `data:${logo.type};base64,${logo.bytes.toString('base64')}`;
  return html`<p class="maker">${address && html`<img src="${address}" alt="">`}<span dir="auto">${said}</span></p>`;
}
