import { z } from 'zod';
import { reportStatus } from '../../db/schema/index.ts';
import { REPORT_SECTIONS } from '../exports/public.ts';
import { Timestamp, Uuid, upTo } from '../values/shapes.ts';

export const SectionName = z.enum(REPORT_SECTIONS);

/** A text of several lines that somebody types. */
export const LongText = z.string().refine(...upTo(5000));

export const ReportNotes = z
  .partialRecord(SectionName, LongText)
  .meta({ description: 'The agency’s note on each section.', example: { overview: 'A strong month for reviews.' } });

const ReportPeriodDays = z
  .object({
    from: z.iso.date().meta({ description: 'First day.', example: '2026-01-01' }),
    to: z.iso.date().meta({ description: 'Last day, included.', example: '2026-01-31' }),
  })
  .describe('The days of the report, by the clock of the client.');

const ReportPdf = z
  .object({
    url: z.url().meta({
      description: 'Address of the PDF. Valid for 15 minutes, without a session.',
      example:
        'https://portal.example.com/reports/kq3Vd9xT0m1bYfHnR7cJ2wLpD5sUaE8gKiN4oVtB6yM/report-harbor-street-dental-2026-01-01-2026-01-31.pdf',
    }),
    filename: z.string().meta({
      description: 'Name of the file.',
      example: 'report-harbor-street-dental-2026-01-01-2026-01-31.pdf',
    }),
    size: z.number().int().meta({ description: 'Size in bytes.', example: 284113 }),
    sha256: z.string().meta({
      description: 'SHA-256 of the file, in hex.',
      example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    }),
  })
  .meta({ id: 'PeriodReportFile', description: 'The PDF file of a report on a period.' });

const Mailed = z.object({
  email: z.string().meta({ description: 'Their address.', example: 'owner@harborstreetdental.example' }),
  bcc: z.boolean().describe('Whether they stand in no header.'),
  sentAt: Timestamp.nullable().describe('When the mail server took the mail; null until then.'),
  error: z.string().nullable().meta({
    description: 'Why it has not been taken yet, or never will be.',
    example: 'The mail server rejected a mail permanently (EENVELOPE, RCPT TO, 550).',
  }),
});

const Finding = z.object({
  kind: z.enum(['broken_connection', 'missing_days', 'not_comparable']).describe('What is wrong.'),
  text: z
    .string()
    .meta({ description: 'The same in a sentence.', example: 'Google Analytics has not been read since 3 January.' }),
});

const FIELDS = {
  id: Uuid.describe('Id of the report.'),
  clientId: z.uuid().describe('Id of the client.'),
  name: z.string().meta({ description: 'Name of the report.', example: 'Monthly report' }),
  status: z
    .enum(reportStatus.enumValues)
    .describe('`draft` and `held` wait for somebody to approve them; `approved` is sent when it is due.'),
  period: ReportPeriodDays,
  createdAt: Timestamp.describe('When it was planned.'),
};

/** A report as a list of the operator shows it. */
export const ListedReport = z
  .object({
    ...FIELDS,
    clientName: z.string().meta({ description: 'Name of the client.', example: 'Harbor Street Dental' }),
    scheduleId: z.uuid().describe('Id of its schedule, which may be deleted.'),
    reason: z.string().nullable().meta({ description: 'Why it is held.', example: 'Held by a person.' }),
    dueAt: Timestamp.describe('When it is to be sent.'),
    made: z.boolean().describe('Whether its PDF is printed.'),
    pitch: z
      .boolean()
      .describe('Whether it is the report on a prospect, which counts as sent once a link to it was made.'),
    sentAt: Timestamp.nullable().describe('When it was sent.'),
  })
  .meta({ id: 'ListedReport', description: 'A report of a client in the list of the operator.' });

/** Lines of what is due that are shown at once. */
export const MOST_DUE = 200;

/** What a list of the operator says of the whole list. */
export const ReportSummary = z
  .object({
    due: z
      .array(
        z.object({
          day: z.iso.date().meta({ description: 'The day on which they are due, of UTC.', example: '2026-02-01' }),
          name: FIELDS.name,
          status: FIELDS.status,
          reports: z.number().int().meta({ description: 'How many reports.', example: 12 }),
        }),
      )
      .max(MOST_DUE)
      .describe('Reports that are not sent yet, by the day on which they are due.'),
  })
  .meta({ id: 'ReportSummary', description: 'What is due of all reports that the filter finds.' });

/** A report as the operator sees it. */
export const OperatorReport = ListedReport.extend({
  sections: z.array(SectionName).describe('Its sections, in order.'),
  notes: ReportNotes,
  findings: z.array(Finding).max(50).describe('What a person should look at first.'),
  recipients: z.array(Mailed).max(1000).describe('To whom it was sent; empty until then.'),
  pdf: ReportPdf.nullable().describe('The PDF; null until it is printed.'),
}).meta({ id: 'OperatorReport', description: 'A report of a client, as its operator sees it.' });

/** A sent report in the list of the members of a client. */
export const ListedMemberReport = z
  .object({ ...FIELDS, sentAt: Timestamp.nullable().describe('When it was sent.') })
  .omit({ clientId: true })
  .meta({ id: 'ListedMemberReport', description: 'A report that was sent to the organization.' });

/** A sent report as the members of a client see it. */
export const MemberReport = ListedMemberReport.extend({ pdf: ReportPdf.nullable().describe('The PDF.') }).meta({
  id: 'MemberReport',
  description: 'A report that was sent to the organization, with its PDF.',
});
