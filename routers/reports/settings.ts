import { days } from '../../server/durations.ts';

/** How many templates and schedules the operator may have, so that each round looks at a bounded number. */
export const MOST_TEMPLATES = 200;
export const MOST_SCHEDULES = 500;

/** The most people whom one report is mailed to, members included. */
export const MOST_RECIPIENTS = 500;

/** How long links stay open: of mails and by default, and at most. Milliseconds. */
export const LINKS = { usual: days(30), most: days(90), ofMails: days(90), wrongCodes: 5 };

/** How long reports are kept after they were sent, and others after they were made. */
export const KEPT_REPORTS = { sentDays: 730, unsentDays: 120 };
