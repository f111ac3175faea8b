import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { securityEvents } from '../../../db/schema/index.ts';
import { record } from '../../../server/identity/security-trail.ts';
import type { LiveSession } from '../../../server/identity/session.ts';
import { SECOND_FACTOR_MAILS } from '../../../server/limits/rates.ts';
import type { RequestContext } from '../../../server/trpc/context.ts';
import {
  newBackupCodesMail,
  passkeyAddedMail,
  passkeyRemovedMail,
  twoFactorOffMail,
  twoFactorOnMail,
} from '../mails.ts';

const CHANGES = {
  two_factor_on: twoFactorOnMail,
  two_factor_off: twoFactorOffMail,
  backup_codes_renewed: newBackupCodesMail,
  passkey_added: passkeyAddedMail,
  passkey_removed: passkeyRemovedMail,
};

/**
 * Records a change of the second factor or of a passkey, named in `details`, in its transaction, and notifies the user
 * by email, within an hourly limit.
 */
export async function recordSecondFactorChange(
  tx: AccountDb,
  ctx: RequestContext & LiveSession,
  type: keyof typeof CHANGES,
  details: { name?: string; [detail: string]: unknown } = {},
) {
  const { deps, user, session, request } = ctx;
  await record(tx, request, { type, userId: user.id, orgId: session.organization.clientId, details });

  const events = securityEvents;
  const ofLastHour = and(inArray(events.type, Object.keys(CHANGES)), gt(events.at, sql`now() - interval '1 hour'`));
  const changes = await tx
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.userId, user.id), ofLastHour))
    .limit(SECOND_FACTOR_MAILS + 1);
  if (changes.length <= SECOND_FACTOR_MAILS) await deps.mail.queue(tx, user.email, CHANGES[type](details.name ?? ''));
}
