import type { Action, MailContent } from './letter.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

const isAction = (part: string | Action): part is Action => typeof part !== 'string';

/** Renders the text part: paragraphs, and links on separate lines. */
export const asText = ({ body }: MailContent) =>
  `${body.map((part) => (isAction(part) ? `${part.label}:\n${part.url}` : part)).join('\n\n')}\n`;

// Mail programs support few styles, and only inline ones. The plain address serves those that show no links.
const button = ({ label, url }: Action) => `
      <p style="margin: 24px 0">
        <a href="${escaped(url)}" style="display: inline-block; padding: 12px 20px; border-radius: 6px; background: #1f4b99; color: #ffffff; text-decoration: none; font-weight: 600">${escaped(label)}</a>
      </p>
      <p style="margin: 0 0 16px; font-size: 13px; color: #5b6472; word-break: break-all">${escaped(url)}</p>`;

const paragraph = (text: string) => `
      <p style="margin: 0 0 16px">${escaped(text)}</p>`;

/** Renders the HTML part with the same words. It loads nothing. */
export const asHtml = ({ subject, body }: MailContent) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${escaped(subject)}</title>
  </head>
  <body style="margin: 0; padding: 24px; background: #f4f6f8">
    <div style="max-width: 560px; margin: 0 auto; padding: 32px; border-radius: 8px; background: #ffffff; color: #1c2430; font: 16px/1.5 -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif">
      <h1 style="margin: 0 0 16px; font-size: 20px">${escaped(subject)}</h1>${body
        .map((part) => (isAction(part) ? button(part) : paragraph(part)))
        .join('')}
    </div>
  </body>
</html>
`;
