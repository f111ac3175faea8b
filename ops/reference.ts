import { readFileSync, writeFileSync } from 'node:fs';
import { MIB } from '../flow/byte-units.ts';
import { STRIPE_EVENTS_KEPT_DAYS } from '../routers/billing/stripe/reconcile.ts';
import { DAYS_IN_BIN } from '../routers/cms/purge.ts';
import { ARCHIVES } from '../routers/exports/archive/settings.ts';
import { KEPT_CHANGES } from '../routers/ingest/retention.ts';
import { RUNS_KEPT_DAYS } from '../routers/measurement/retention.ts';
import { KEPT_NOTICES } from '../routers/notifications/deliver.ts';
import { ERASURE } from '../routers/operator/erasure/settings.ts';
import { KEPT_REPORTS } from '../routers/reports/settings.ts';
import { KEPT_DELIVERIES } from '../routers/webhooks/retention.ts';
import { days, hours, minutes } from '../server/durations.ts';
import { REPORT } from '../server/files/kinds.ts';
import { EMAIL_CHANGE, SESSION, TRAIL_KEPT_DAYS } from '../server/identity/lifetimes.ts';
import { RATES, type RateName } from '../server/limits/rates.ts';
import { RECORDS_PER_CLIENT, RECORDS_PER_DAY } from '../server/limits/sizes.ts';

// `npm run reference` writes the tables of docs/reference.md that follow from the code.

const FILE = 'docs/reference.md';

const SUBJECTS = { address: 'an address', client: 'an organization', caller: 'a session or key, else an address' };

/** What each limit counts; of whom, where that is neither address, organization nor caller. */
const CALLS: Record<RateName, [what: string, of?: string]> = {
  general: ['calls in general (`RATE_LIMIT_PER_MINUTE`)'],
  client: ['all calls of an organization (`RATE_LIMIT_PER_CLIENT`)'],
  insights: ['questions'],
  login: ['sign-in attempts, good or bad (`LOGIN_ATTEMPTS`)'],
  deviceLogin: ['the same, instead, on a device that the account knows', 'an account and device'],
  register: ['registrations'],
  assistantRegistrations: ['assistants that register, or whose document is read'],
  invitations: ['invitations'],
  wrongEmailCodes: ['wrong codes by mail', 'the account'],
  mailRequests: ['mails asked for: a reset, a verification'],
  mailsTo: ['mails that strangers can cause', 'a recipient'],
  ownMailsTo: ['the same besides, asked for by known devices', 'a recipient'],
  warningsTo: ['mails about what somebody else did', 'a recipient'],
  emailChanges: ['changes of an email address', 'an account'],
  notices: ['mails about an event, each to all its readers', 'an organization and kind'],
  invitationsTo: ['invitation mails of all organizations', 'a mailbox'],
  unverifiedInvitations: ['invitation mails by administrators with an unverified address'],
  unverifiedQuestions: ['questions with a model, without a verified administrator'],
  reports: ['reports that are printed'],
  previews: ['previews of pages that are being written'],
  clientExports: ['exports of a client', 'a client'],
  accountExports: ['exports of one’s own data', 'a person'],
  ingestBytes: ['bytes that the keys of an organization ingest (`INGEST_MIB_PER_DAY`)'],
  connectionCalls: ['connections made, mended or read by hand'],
  domainChecks: ['changes and checks of single sign-on'],
  operatorConnectionCalls: ['connections of clients that the operator makes, and properties listed for that'],
  reportLinks: ['pages and files that links to reports open'],
  downloads: ['downloads'],
};

const UNITS = [
  [days(1), 'day'],
  [hours(1), 'hour'],
  [minutes(1), 'minute'],
] as const;

function duration(milliseconds: number) {
  const [size, unit] = UNITS.find(([one]) => milliseconds % one === 0 && milliseconds >= one) ?? [1, 'millisecond'];
  const count = milliseconds / size;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const number = (value: number) =>
  value % MIB === 0 ? `${(value / MIB).toLocaleString('en')} MiB` : value.toLocaleString('en');
const table = (head: string[], rows: string[][]) =>
  [
    `| ${head.join(' | ')} |`,
    `|${'---|'.repeat(head.length)}`,
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');

const words = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const rates = () =>
  table(
    ['What', 'At most', 'Within', 'Of'],
    Object.entries(CALLS).map(([name, [what, of]]) => {
      const { max, window, by } = RATES[name as RateName];
      return [what, number(max), duration(window), by === 'subject' ? (of ?? '') : SUBJECTS[by]];
    }),
  );

const records = () =>
  table(
    ['Records', 'Of an organization', 'Of one day of it'],
    [
      ...Object.entries(RECORDS_PER_CLIENT).map(([name, most]) => [words(name), number(most), '']),
      ...Object.entries(RECORDS_PER_DAY).map(([name, most]) => [words(name), '', number(most)]),
    ],
  );

const retention = () =>
  table(
    ['What', 'Kept'],
    [
      ['sessions', `${duration(SESSION.sliding)} without use, ${duration(SESSION.atMost)} at most`],
      [
        'changes of an address (`email_changes`)',
        `${duration(EMAIL_CHANGE.undo)} after they took effect or were asked for`,
      ],
      ['security trail (`security_events`)', `${TRAIL_KEPT_DAYS} days; of deleted accounts without who and from where`],
      ['runs of the own measurement, with their answers', `${RUNS_KEPT_DAYS} days; their scans for ever`],
      ['insight runs', 'for ever, or `INSIGHT_RUNS_KEPT_DAYS`'],
      ['reports made by hand', `${duration(REPORT.kept)}`],
      [
        'reports of schedules',
        `${KEPT_REPORTS.sentDays} days after they were sent, ${KEPT_REPORTS.unsentDays} days where they never were`,
      ],
      ['exports of clients', `${duration(ARCHIVES.open)}`],
      ['clients that are being erased', `${duration(ERASURE.grace)}`],
      [
        'what is to be told by mail (`notices`): ids and days only',
        `${KEPT_NOTICES.waitingHours} hours while it cannot be told, ${KEPT_NOTICES.toldDays} days afterwards`,
      ],
      [
        'deliveries of webhooks (`webhook_deliveries`)',
        `${KEPT_DELIVERIES.days} days once delivered or parked, at most ${number(KEPT_DELIVERIES.rows)} of a webhook; those that wait until they are sent or given up`,
      ],
      ['handled Stripe events', `${STRIPE_EVENTS_KEPT_DAYS} days`],
      ['deleted pages, with versions, comments and figures', `${DAYS_IN_BIN} days`],
      [
        'changes made by people (`people_changes`)',
        `${KEPT_CHANGES.days} days, at most ${number(KEPT_CHANGES.rows)} of an organization; the last one always`,
      ],
    ],
  );

const TABLES = { rates, records, retention };

/** A document with its tables made anew, each between a comment of its name and one that ends it. */
export const withTables = (document: string) =>
  Object.entries(TABLES).reduce((text, [name, make]) => {
    const marked = new RegExp(`(<!-- ${name} -->\n\n).*?(\n\n<!-- /${name} -->)`, 's');
    if (!marked.test(text)) throw new Error(`${FILE} has no place for the table "${name}".`);
    return text.replace(marked, (_, before, after) => before + make() + after);
  }, document);

if (import.meta.main) writeFileSync(FILE, withTables(readFileSync(FILE, 'utf8')));
