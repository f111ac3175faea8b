import { hash } from 'node:crypto';
import type { Brand } from '../../server/branding/brand.ts';
import { escapeHtml } from '../../server/html-text.ts';
import type { Language } from '../../server/languages.ts';
import { formatDateIn } from '../values/date-formats.ts';
import type { ClientReport } from './make.ts';

/** Where the brand's own colour is among its shades, which white text can be read on. */
const OWN = 7;

/** How many of the businesses that a pitch names its page shows. */
const SHOWN = 5;

const STYLE = `:root{color-scheme:light dark}
body{margin:0;padding:24px 16px;font:16px/1.5 system-ui,sans-serif;color:#1c2430;background:#f4f6f8}
main{max-width:560px;margin:0 auto;padding:24px;border-radius:8px;background:#fff;overflow-wrap:anywhere}
h1{margin:0 0 16px;font-size:22px}
h2{margin:16px 0 8px;font-size:17px}
label{display:block;margin:0 0 4px;font-weight:600}
input{box-sizing:border-box;width:100%;padding:10px 12px;border:1px solid #5b6472;border-radius:6px;font:inherit}
button,a.button{display:inline-block;margin:16px 0 0;padding:12px 20px;border:0;border-radius:6px;background:var(--brand,#12676a);color:#fff;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.brand{display:flex;align-items:center;gap:12px;font-weight:600}
.brand img{max-width:200px;height:40px;padding:4px;border-radius:4px;background:#fff;object-fit:contain}
.wrong{color:#a3150a}
@media (prefers-color-scheme:dark){body{color:#e6ebf0;background:#0d1b22}main{background:#14252e}input{color:inherit;background:#0d1b22}.wrong{color:#ff9b90}}`;

const digest = (style: string) => `'sha256-${hash('sha256', style, 'base64')}'`;

const policy = (styles: string[]) =>
  `default-src 'none'; style-src ${styles.map(digest).join(' ')}; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`;

const styleOf = ({ colors }: Brand) => `:root{--brand:${colors?.[OWN] ?? '#12676a'}}`;

/** The policy of a page in the colour of a brand. */
export const policyOf = (brand: Brand) => policy([STYLE, styleOf(brand)]);

/** Of every answer below `/r/`: nothing is indexed, stored, framed, or told to other sites. */
export const OPEN_HEADERS = {
  'Content-Security-Policy': policy([STYLE]),
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
  'Cache-Control': 'private, no-store',
};

const TEXTS = {
  en: {
    locale: 'en-US',
    to: 'to',
    open: 'Open the PDF',
    madeBy: (agency: string) => `Made by ${agency}`,
    instead: 'Who assistants name instead',
    named: (count: number, of: number) => `in ${count} of ${of} ${of === 1 ? 'answer' : 'answers'}`,
    code: 'Code',
    asked: 'This report asks for a code. Whoever sent you the link can tell it.',
    wrong: 'This code is wrong.',
    go: 'Open the report',
    missing: 'This link does not open a report',
    why: 'It may have expired or been withdrawn. Please ask for a new one.',
    leave: (name: string) => `No more reports of ${name}?`,
    leaving: 'This ends the reports of this organization to your address.',
    unsubscribe: 'Unsubscribe',
    left: (name: string) => `You will get no more reports of ${name}`,
  },
  de: {
    locale: 'de-DE',
    to: 'bis',
    open: 'PDF öffnen',
    madeBy: (agency: string) => `Erstellt von ${agency}`,
    instead: 'Wen KI-Assistenten stattdessen nennen',
    named: (count: number, of: number) => `in ${count} von ${of} ${of === 1 ? 'Antwort' : 'Antworten'}`,
    code: 'Code',
    asked: 'Für diesen Bericht brauchen Sie einen Code. Wer Ihnen den Link geschickt hat, kennt ihn.',
    wrong: 'Dieser Code ist falsch.',
    go: 'Bericht öffnen',
    missing: 'Dieser Link öffnet keinen Bericht',
    why: 'Vielleicht ist er abgelaufen oder wurde zurückgezogen. Bitte lassen Sie sich einen neuen geben.',
    leave: (name: string) => `Keine Berichte von ${name} mehr?`,
    leaving: 'Damit enden die Berichte dieser Organisation an Ihre Adresse.',
    unsubscribe: 'Abbestellen',
    left: (name: string) => `Sie bekommen keine Berichte von ${name} mehr`,
  },
};

const page = (language: Language, title: string, content: string, style = '') => `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${escapeHtml(title)}</title>
    <style>${STYLE}</style>${style && `<style>${style}</style>`}
  </head>
  <body>
    <main>
      ${content}
    </main>
  </body>
</html>
`;

const heading = (text: string) => `<h1 dir="auto">${escapeHtml(text)}</h1>`;

interface Opened {
  report: ClientReport;
  organization: string;
  brand: Brand;
  language: Language;
  /** Where the PDF is. */
  pdf: string;
}

/** Whose page it is. A pitch comes from somebody whom its reader may not know yet. */
function brandOf({ name, logo }: Brand, plan: { kind?: string }, language: Language) {
  if (!name && !logo) return '';
  const said = plan.kind === 'once' ? TEXTS[language].madeBy : String;
  const picture = logo ? `<img src="data:${logo.type};base64,${logo.bytes.toString('base64')}" alt="">` : '';
  return `<p class="brand">${picture}<span dir="auto">${name ? escapeHtml(said(name)) : ''}</span></p>`;
}

/** The businesses that a pitch tells of. */
function insteadOf({ plan: { namedInstead } }: ClientReport, language: Language) {
  if (!namedInstead) return '';
  const { instead, named } = TEXTS[language];
  const items = namedInstead.businesses
    .slice(0, SHOWN)
    .map(({ name, answers }) => `<li><bdi>${escapeHtml(name)}</bdi>, ${named(answers, namedInstead.answers)}</li>`);
  return `<h2>${instead}</h2><ol>${items.join('')}</ol>`;
}

/** The page of a report: what it is, and its PDF. */
export function reportPage({ report, organization, brand, language, pdf }: Opened) {
  const { locale, to, open } = TEXTS[language];
  const day = (date: string) => formatDateIn(locale, 'UTC', 'long', new Date(date));
  const title = `${report.plan.name} – ${organization}`;
  const [from, until] = [day(report.periodFrom), day(report.periodTo)];
  const days = from === until ? from : `${from} ${to} ${until}`;
  return page(
    language,
    title,
    `${brandOf(brand, report.plan, language)}${heading(title)}
      <p>${days}</p>${insteadOf(report, language)}
      <a class="button" href="${escapeHtml(pdf)}">${open}</a>`,
    styleOf(brand),
  );
}

interface Asked extends Pick<Opened, 'report' | 'brand' | 'language'> {
  /** Where the code is sent. */
  action: string;
  isWrong: boolean;
}

/** Asks for the code of a link, by a form without script. It tells whose report it is, and nothing of what is in it. */
export function codePage({ report, brand, language, action, isWrong }: Asked) {
  const { asked, code, wrong, go } = TEXTS[language];
  return page(
    language,
    code,
    `${brandOf(brand, report.plan, language)}${heading(go)}<p>${asked}</p>${isWrong ? `<p class="wrong" role="alert">${wrong}</p>` : ''}
      <form method="post" action="${escapeHtml(action)}">
        <label for="code">${code}</label>
        <input id="code" name="code" type="text" autocomplete="off" required maxlength="64">
        <button type="submit">${go}</button>
      </form>`,
    styleOf(brand),
  );
}

export const missingPage = (language: Language) =>
  page(language, TEXTS[language].missing, `${heading(TEXTS[language].missing)}<p>${TEXTS[language].why}</p>`);

type Left = Pick<Opened, 'organization' | 'brand' | 'language'>;

/** Asks whether somebody wants no more reports. Opening the link only asks: scanners of mails open links too. */
export function leavePage({ organization, brand, language }: Left) {
  const { leave, leaving, unsubscribe } = TEXTS[language];
  return page(
    language,
    leave(organization),
    `${brandOf(brand, {}, language)}${heading(leave(organization))}<p>${leaving}</p>
      <form method="post"><button type="submit">${unsubscribe}</button></form>`,
    styleOf(brand),
  );
}

export function leftPage({ organization, brand, language }: Left) {
  const title = TEXTS[language].left(organization);
  return page(language, title, `${brandOf(brand, {}, language)}${heading(title)}`, styleOf(brand));
}
