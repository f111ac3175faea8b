import { and, count, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { alertFirings, alerts, organizations } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import { invalid, notFound, PortalError } from '../../server/errors.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../server/lists/page.ts';
import { adminOnly, tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { callingPerson } from '../values/people.ts';
import { atLeastOneOf, ById, Data, Ok, Paging } from '../values/shapes.ts';
import { endFirings } from './firing.ts';
import { ALERT_FIELDS, Alert, type AlertMetric, type AlertRow, toAlert } from './shapes.ts';

const MOST = 50;

// Its maker gets the mails, so nobody makes one for somebody else.
const { post, put, del } = rest('Alerts', { support: 'never' });
const { get } = rest('Alerts');

const order = keyset('alerts', 'desc', [alerts.createdAt, KEY.moment], [alerts.id, KEY.id]);

const isOpen = and(
  eq(alertFirings.clientId, alerts.clientId),
  eq(alertFirings.alertId, alerts.id),
  isNull(alertFirings.endedAt),
);

const NewAlert = z.object({
  ...ALERT_FIELDS,
  value: ALERT_FIELDS.value.optional(),
  quietHours: ALERT_FIELDS.quietHours.optional(),
  muted: ALERT_FIELDS.muted.default(false),
});

/** The columns of quiet hours; none where nothing was said of them. */
const quietColumns = (hours: z.infer<typeof NewAlert>['quietHours']) =>
  hours === undefined ? {} : { quietFrom: hours?.from ?? null, quietTo: hours?.to ?? null };

/** The least and the most of the figures that have a scale. */
const SCALES: { [Metric in AlertMetric]?: [least: number, most: number] } = {
  visibility_score: [0, 100],
  mention_rate: [0, 100],
  review_rating: [1, 5],
};

/** @throws VALIDATION_ERROR for a value that the figure, or a change of it, cannot have */
function requireReachable({ metric, when, value }: Pick<AlertRow, 'metric' | 'when' | 'value'>) {
  const scale = SCALES[metric];
  if (!scale || value === null) return;
  const [least, most] = scale;
  const isChange = when === 'drops_by' || when === 'rises_by';
  if (isChange && value > most - least) throw invalid('value', `must be at most ${most - least}`);
  if (!isChange && (value < least || value > most)) throw invalid('value', `must be from ${least} to ${most}`);
}

/** @throws VALIDATION_ERROR where the condition and the value, or the figure, do not go together */
function requireSense({ metric, when, value }: Pick<AlertRow, 'metric' | 'when' | 'value'>) {
  if (when === 'moved' && metric !== 'mention_rate')
    throw invalid('when', 'can be `moved` for `mention_rate` only, whose changes have a verdict');
  if (when === 'moved' && value !== null) throw invalid('value', 'must be left out with `moved`');
  if (when !== 'moved' && value === null) throw invalid('value', 'is needed');
  if ((when === 'drops_by' || when === 'rises_by') && value === 0) throw invalid('value', 'must be more than 0');
  requireReachable({ metric, when, value });
}

export const alertProcedures = {
  list: tenantProcedure
    .meta(get('/alerts', 'List alerts', { returns: 'The alerts, newest first.', ...PAGED }))
    .input(Paging(MOST, MOST))
    .output(Data(z.array(Alert).describe('The alerts, newest first.')))
    .query(async ({ ctx, input }) => {
      const rows = await ctx.db
        .select({ alert: alerts, firingSince: alertFirings.at })
        .from(alerts)
        .leftJoin(alertFirings, isOpen)
        .where(ownedBy(ctx.tenant, alerts, order.after(input.after)))
        .orderBy(...order.orderBy)
        .limit(input.limit + 1);
      const page = endPage(ctx, input, rows, ({ alert: { createdAt, id } }) =>
        order.cursorOf([createdAt.toISOString(), id]),
      );
      return { ok: true, data: page.map(({ alert, firingSince }) => toAlert(alert, firingSince)) };
    }),

  create: tenantProcedure
    .meta(
      post('/alerts', 'Create an alert', {
        description: `Looked at after each scan, sync and ingest of records: whoever made it is told once when its condition is met, and once when it is no longer met. An organization has at most ${MOST} alerts. Administrators only.`,
        returns: 'The new alert.',
        status: 201,
        errors: ['INVALID_TRANSITION'],
      }),
    )
    .input(NewAlert)
    .use(adminOnly)
    .output(Data(Alert))
    .mutation(async ({ ctx: { db, tenant, caller }, input }) => {
      const { quietHours, value = null, ...fields } = input;
      const made = { ...fields, value, ...quietColumns(quietHours) };
      requireSense(made);
      const stored = await db.transaction(async (tx) => {
        // Concurrent requests are counted one after the other.
        await tx.execute(sql`select from ${organizations} where id = ${tenant.clientId}::uuid for no key update`);
        const [existing] = await tx.select({ alerts: count() }).from(alerts).where(ownedBy(tenant, alerts));
        if ((existing?.alerts ?? 0) >= MOST)
          throw new PortalError(
            'INVALID_TRANSITION',
            `An organization has at most ${MOST} alerts. Please delete one first.`,
          );
        const [alert] = await tx
          .insert(alerts)
          .values({ ...made, clientId: tenant.clientId, createdBy: callingPerson(caller) })
          .returning();
        if (!alert) throw new Error('An alert was not inserted.');
        return alert;
      });
      return { ok: true, data: toAlert(stored, null) };
    }),

  update: tenantProcedure
    .meta(
      put('/alerts/{id}', 'Update an alert', {
        example: { body: { muted: true } },
        description:
          'Changes the given fields, at least one. With another figure, condition or value, what it fired for is over without a message. Administrators only.',
        returns: 'The updated alert.',
      }),
    )
    .input(atLeastOneOf(ALERT_FIELDS))
    .use(adminOnly)
    .output(Data(Alert))
    .mutation(async ({ ctx: { db, tenant }, input: { id, quietHours, ...fields } }) => {
      const data = await db.transaction(async (tx) => {
        const isIt = ownedBy(tenant, alerts, eq(alerts.id, id));
        const [before] = await tx.select().from(alerts).where(isIt).for('no key update');
        if (!before) throw notFound();
        const { metric = before.metric, when = before.when, value = before.value } = fields;
        const isOther = metric !== before.metric || when !== before.when || value !== before.value;
        // One that was made before figures had a scale can still be muted.
        if (isOther) requireSense({ metric, when, value });
        const [after] = await tx
          .update(alerts)
          .set({ ...fields, ...quietColumns(quietHours) })
          .where(isIt)
          .returning();
        if (!after) throw notFound();
        if (isOther) await endFirings(tx, after);
        const [open] = await tx
          .select({ at: alertFirings.at })
          .from(alertFirings)
          .where(ownedBy(tenant, alertFirings, eq(alertFirings.alertId, id), isNull(alertFirings.endedAt)));
        return toAlert(after, open?.at ?? null);
      });
      return { ok: true, data };
    }),

  remove: tenantProcedure
    .meta(
      del('/alerts/{id}', 'Delete an alert', {
        description: 'Deletes the alert with its firings. Administrators only.',
        returns: 'The alert is deleted.',
      }),
    )
    .input(ById)
    .use(adminOnly)
    .output(Ok)
    .mutation(async ({ ctx: { db, tenant }, input: { id } }) => {
      const [gone] = await db
        .delete(alerts)
        .where(ownedBy(tenant, alerts, eq(alerts.id, id)))
        .returning({ id: alerts.id });
      if (!gone) throw notFound();
      return { ok: true };
    }),
};
