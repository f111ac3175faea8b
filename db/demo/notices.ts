import type { TenantDb } from '../handles.ts';
import { notices } from '../schema/index.ts';
import { daysAgo, weekday } from './calendar.ts';
import type { Demo } from './organization.ts';

/** The digest of the current week, so that a new demo has one among its mails. */
export const seedNotices = (db: TenantDb, { clientId, now }: Demo) =>
  db.insert(notices).values({ clientId, kind: 'weeklyDigest', subject: daysAgo(now, weekday(daysAgo(now, 0))) });
