import { type MailTemplate, mailTemplates, oneLine, type Site } from '../../server/mail/template.ts';
import { formatDateIn } from '../values/date-formats.ts';
import type { ClientReport } from './make.ts';

interface SentReport {
  organization: string;
  report: Pick<ClientReport, 'plan' | 'periodFrom' | 'periodTo'>;
  /** Opens the report without an account. */
  link: string;
}

interface Review {
  /** Of the template. */
  name: string;
  drafts: number;
  held: number;
  /** The day on which they are due, `YYYY-MM-DD`. */
  day: string;
}

/** Paragraphs of a text that somebody typed. */
const paragraphs = (text: string) => text.split(/\n\s*\n/).flatMap((part) => oneLine(part) || []);

const between = (locale: string, { periodFrom, periodTo }: SentReport['report'], join: string) => {
  const day = (date: string) => formatDateIn(locale, 'UTC', 'long', new Date(date));
  return `${day(periodFrom)} ${join} ${day(periodTo)}`;
};

const en = {
  report:
    ({ organization, report, link }: SentReport) =>
    (_site: Site) => ({
      subject: report.plan.subject ?? `${oneLine(report.plan.name)} for ${oneLine(organization)}`,
      body: [
        ...paragraphs(
          report.plan.message ?? `This is the report for ${oneLine(organization)}. It is attached as a PDF file.`,
        ),
        `Period: ${between('en-US', report, 'to')}`,
        { label: 'Open the report', url: link },
      ],
    }),

  reportReview:
    ({ name, drafts, held, day }: Review) =>
    ({ url }: Site) => ({
      subject: `Reports wait for your review: ${oneLine(name)}`,
      body: [
        `${drafts === 1 ? 'One report' : `${drafts} reports`} of “${oneLine(name)}”, due on ${formatDateIn('en-US', 'UTC', 'long', new Date(day))}, ${drafts === 1 ? 'waits' : 'wait'} for your review. What is not approved is not sent.`,
        ...(held > 0
          ? [`${held === 1 ? 'One of them is' : `${held} of them are`} held, as something in the data is wrong.`]
          : []),
        { label: 'Review the reports', url: `${url}/operator/reports` },
      ],
    }),
};

const de: typeof en = {
  report:
    ({ organization, report, link }) =>
    () => ({
      subject: report.plan.subject ?? `${oneLine(report.plan.name)} für ${oneLine(organization)}`,
      body: [
        ...paragraphs(
          report.plan.message ?? `Das ist der Bericht für ${oneLine(organization)}. Er ist als PDF-Datei angehängt.`,
        ),
        `Zeitraum: ${between('de-DE', report, 'bis')}`,
        { label: 'Bericht öffnen', url: link },
      ],
    }),

  reportReview:
    ({ name, drafts, held, day }) =>
    ({ url }) => ({
      subject: `Berichte warten auf Ihre Prüfung: ${oneLine(name)}`,
      body: [
        `${drafts === 1 ? 'Ein Bericht' : `${drafts} Berichte`} „${oneLine(name)}“, fällig am ${formatDateIn('de-DE', 'UTC', 'long', new Date(day))}, ${drafts === 1 ? 'wartet' : 'warten'} auf Ihre Prüfung. Was nicht freigegeben ist, wird nicht versandt.`,
        ...(held > 0
          ? [
              `${held === 1 ? 'Einer davon ist' : `${held} davon sind`} zurückgehalten, weil mit den Daten etwas nicht stimmt.`,
            ]
          : []),
        { label: 'Berichte prüfen', url: `${url}/operator/reports` },
      ],
    }),
};

const template = mailTemplates({ en, de });

/** The mail that brings a report. */
export const reportMail = (sent: SentReport): MailTemplate => template('report')(sent);

/** Tells a reviewer of drafts. It names no client, so that erasure need not find it. */
export const reportReviewMail = template('reportReview');
