import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { alertFirings, alerts } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import { notFound } from '../../server/errors.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../server/lists/page.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { ById, Data, paging } from '../values/shapes.ts';
import { KEPT_FIRINGS } from './firing.ts';
import { Firing } from './shapes.ts';

const { get } = rest('Alerts');

const { at, id, alertId } = alertFirings;
const order = keyset('alert-firings', 'desc', [at, KEY.moment], [id, KEY.id]);

export const firingProcedures = {
  firings: tenantProcedure
    .meta(
      get('/alerts/{id}/firings', 'List firings of an alert', {
        description: `The times that its condition was met, those of muted alerts too. They are kept for ${KEPT_FIRINGS.days} days.`,
        returns: 'The firings, newest first.',
        ...PAGED,
      }),
    )
    .input(ById.extend(paging(50, 200)))
    .output(Data(z.array(Firing).describe('The firings, newest first.')))
    .query(async ({ ctx, input }) => {
      const { db, tenant } = ctx;
      const after = order.after(input.after);
      const [alert] = await db
        .select({ id: alerts.id })
        .from(alerts)
        .where(ownedBy(tenant, alerts, eq(alerts.id, input.id)));
      if (!alert) throw notFound();
      const rows = await db
        .select()
        .from(alertFirings)
        .where(ownedBy(tenant, alertFirings, eq(alertId, alert.id), after))
        .orderBy(...order.orderBy)
        .limit(input.limit + 1);
      return { ok: true, data: endPage(ctx, input, rows, (row) => order.cursorOf([row.at.toISOString(), row.id])) };
    }),
};
