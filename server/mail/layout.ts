import type { Brand } from '../branding/brand.ts';
import { escapeHtml } from '../html-text.ts';
import type { Language } from '../languages.ts';
import type { Action, MailContent, MailPart } from './template.ts';

/** The rendered parts of a mail. */
interface Shown extends MailContent {
  unsubscribeUrl?: string | undefined;
  language: Language;
}

const UNSUBSCRIBE = { en: 'Unsubscribe from these emails', de: 'Diese E-Mails abbestellen' };

function partAsText(part: MailPart) {
  if (typeof part === 'string') return part;
  if ('heading' in part) return part.heading;
  if ('items' in part) return part.items.map((item) => `- ${item}`).join('\n');
  return `${part.label}:\n${part.url}`;
}

/** Renders the text part: paragraphs, and links on separate lines. */
export const asText = ({ body, unsubscribeUrl: url, language }: Shown) =>
  `${[...body, ...(url ? [{ label: UNSUBSCRIBE[language], url }] : [])].map(partAsText).join('\n\n')}\n`;

// Mail programs support few styles, and only inline ones. The plain address serves those that show no links.
const button = ({ label, url }: Action, colour: string) => `
      <p style="margin: 24px 0">
        <a href="${escapeHtml(url)}" style="display: inline-block; padding: 12px 20px; border-radius: 6px; background: ${colour}; color: #ffffff; text-decoration: none; font-weight: 600">${escapeHtml(label)}</a>
      </p>
      <p style="margin: 0 0 16px; font-size: 13px; color: #5b6472; word-break: break-all">${escapeHtml(url)}</p>`;

const paragraph = (text: string) => `
      <p dir="auto" style="margin: 0 0 16px">${escapeHtml(text)}</p>`;

const heading = (text: string) => `
      <h2 dir="auto" style="margin: 24px 0 8px; font-size: 16px">${escapeHtml(text)}</h2>`;

const list = (items: string[]) => `
      <ul style="margin: 0 0 16px; padding-left: 20px">${items
        .map((item) => `\n        <li dir="auto" style="margin: 0 0 4px">${escapeHtml(item)}</li>`)
        .join('')}
      </ul>`;

function partAsHtml(part: MailPart, colour: string) {
  if (typeof part === 'string') return paragraph(part);
  if ('heading' in part) return heading(part.heading);
  return 'items' in part ? list(part.items) : button(part, colour);
}

const footer = (url: string, language: Language) => `
      <p style="margin: 24px 0 0; padding-top: 16px; border-top: 1px solid #d9dee5; font-size: 13px; color: #5b6472; word-break: break-all">
        <a href="${escapeHtml(url)}" style="color: #5b6472">${UNSUBSCRIBE[language]}</a><br>
        ${escapeHtml(url)}
      </p>`;

const brandLine = (name: string, colour: string) => `
      <p dir="auto" style="margin: 0 0 16px; font-weight: 600; color: ${colour}">${escapeHtml(name)}</p>`;

/** The colour of a mail: that of the brand, on which white is legible. */
const colourOf = ({ colors }: Brand) => colors?.[7] ?? '#1f4b99';

/** Renders the HTML part with the same words, below the name of the brand if it has one. It loads nothing. */
export const asHtml = ({ subject, body, unsubscribeUrl, language }: Shown, brand: Brand) => `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${escapeHtml(subject)}</title>
  </head>
  <body style="margin: 0; padding: 12px; background: #f4f6f8">
    <div style="max-width: 560px; margin: 0 auto; padding: 24px 20px; overflow-wrap: anywhere; border-radius: 8px; background: #ffffff; color: #1c2430; font: 16px/1.5 -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif">${brand.name ? brandLine(brand.name, colourOf(brand)) : ''}
      <h1 dir="auto" style="margin: 0 0 16px; font-size: 20px">${escapeHtml(subject)}</h1>${body.map((part) => partAsHtml(part, colourOf(brand))).join('')}${unsubscribeUrl ? footer(unsubscribeUrl, language) : ''}
    </div>
  </body>
</html>
`;
