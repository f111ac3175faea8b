import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../../db/handles.ts';
import { notificationSettings, users } from '../../../db/schema/index.ts';
import { notFound } from '../../../server/errors.ts';
import { signedInProcedure } from '../../../server/trpc/procedures.ts';
import { Data } from '../../values/shapes.ts';
import { authRoutes } from '../routes.ts';
import { isWanted, type NoticeKind } from './wanted-mails.ts';

const { get, put } = authRoutes('Account');

const Notifications = z
  .object({
    weeklyDigest: z.boolean().describe('A summary of the week, on Mondays at 8 in the organization’s time zone.'),
    scoreDrop: z.boolean().describe('The visibility score fell by 5 points or more.'),
    overdueGoals: z.boolean().describe('The deadline of a goal has passed.'),
    reviewRequested: z.boolean().describe('A page was submitted for review; for administrators.'),
    paymentFailed: z.boolean().describe('A payment failed; for administrators.'),
  })
  .meta({ id: 'Notifications', description: 'The emails that a person wants.' });

/** Reads the settings of a person, with defaults for the rest. */
async function readNotifications(db: AccountDb, userId: string) {
  const wanted = (kind: NoticeKind) => isWanted(kind).mapWith(Boolean);
  const [found] = await db
    .select({
      weeklyDigest: wanted('weeklyDigest'),
      scoreDrop: wanted('scoreDrop'),
      overdueGoals: wanted('overdueGoals'),
      reviewRequested: wanted('reviewRequested'),
      paymentFailed: wanted('paymentFailed'),
    })
    .from(users)
    .leftJoin(notificationSettings, eq(notificationSettings.userId, users.id))
    .where(eq(users.id, userId));
  if (!found) throw notFound();
  return { ok: true as const, data: found };
}

type Settings = Partial<Record<NoticeKind, boolean | undefined>>;

/** Stores the settings that are given. An account that is gone has none. */
export async function changeNotifications(db: AccountDb, userId: string, settings: Settings) {
  if (Object.keys(settings).length === 0) return;
  await db.transaction(async (tx) => {
    const [account] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share');
    if (!account) return;
    await tx
      .insert(notificationSettings)
      .values({ userId, ...settings })
      .onConflictDoUpdate({ target: notificationSettings.userId, set: { ...settings, updatedAt: sql`now()` } });
  });
}

export const notificationProcedures = {
  notifications: signedInProcedure
    .meta(
      get('/auth/account/notifications', 'Get the email notifications', {
        description:
          'The emails that the signed-in user wants, in all organizations. All are on by default once the email address is verified; nobody else gets any.',
        returns: 'The settings.',
      }),
    )
    .output(Data(Notifications))
    .query(({ ctx: { db, user } }) => readNotifications(db, user.id)),

  updateNotifications: signedInProcedure
    .meta(
      put('/auth/account/notifications', 'Update the email notifications', {
        example: { body: { weeklyDigest: false } },
        description: 'Changes the settings that are sent; omitted ones keep their value.',
        returns: 'The settings after the change.',
      }),
    )
    .input(Notifications.partial())
    .output(Data(Notifications))
    .mutation(async ({ ctx: { db, user }, input }) => {
      await changeNotifications(db, user.id, input);
      return readNotifications(db, user.id);
    }),
};
