import { z } from 'zod';
import { measurements } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import { invalid } from '../../server/errors.ts';
import { adminOnly, tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { hasNoPassword } from '../values/fields.ts';
import { Data } from '../values/shapes.ts';
import { isPublicAddress, literalAddress } from '../webhooks/public.ts';
import { nextRunAfter } from './next-run.ts';
import { readMeasurement, readSettings, type Settings } from './read-measurement.ts';
import { EngineChoice, Measurement, SETTINGS } from './shapes.ts';

const { get, put } = rest('Measurement');

const Edit = z
  .object({
    ...SETTINGS,
    engines: z
      .array(EngineChoice)
      .max(10)
      .refine(
        (choices) => new Set(choices.map(({ engine }) => engine)).size === choices.length,
        'must name each assistant once',
      )
      .describe('The assistants to turn on or off; others stay as they are.'),
  })
  .partial();

type Edit = z.infer<typeof Edit>;

/** @throws VALIDATION_ERROR for an address with a password, and in production for one that is not public */
function requireOpen({ siteAudit }: Edit, { production }: { production: boolean }) {
  if (!siteAudit?.startUrl) return;
  if (!hasNoPassword(siteAudit.startUrl))
    throw invalid('siteAudit.startUrl', 'must not contain a user name or a password');
  const literal = literalAddress(new URL(siteAudit.startUrl));
  if (production && literal && !isPublicAddress(literal))
    throw invalid('siteAudit.startUrl', 'must lead to a public address');
}

/** The settings after an edit. */
function edited(before: Settings, { schedule, engines = [], siteAudit, ...fields }: Edit): Settings {
  const off = new Set(before.disabledEngines);
  for (const { engine, enabled } of engines) enabled ? off.delete(engine) : off.add(engine);
  return {
    ...before,
    ...fields,
    ...schedule,
    disabledEngines: [...off].sort(),
    ...(siteAudit && {
      auditEnabled: siteAudit.enabled,
      auditStartUrl: siteAudit.startUrl,
      auditMaxPages: siteAudit.maxPages,
    }),
  } as Settings;
}

export const measurementProcedures = {
  get: tenantProcedure
    .meta(
      get('/visibility/measurement', 'Get the measurement', {
        description: 'What the portal asks AI assistants by itself, when, and what that can show.',
        returns: 'The measurement, with a forecast.',
      }),
    )
    .output(Data(Measurement))
    .query(async ({ ctx: { db, tenant, deps } }) => ({ ok: true, data: await readMeasurement(db, tenant, deps) })),

  update: tenantProcedure
    .meta(
      put('/visibility/measurement', 'Update the measurement', {
        example: { body: { enabled: true, readingsPerPrompt: 3 } },
        description: 'Changes the given fields. Administrators only.',
        returns: 'The measurement after the change.',
      }),
    )
    .input(Edit)
    .use(adminOnly)
    .output(Data(Measurement))
    .mutation(async ({ ctx: { db, tenant, deps }, input }) => {
      requireOpen(input, deps.env);
      await db.transaction(async (tx) => {
        await tx.insert(measurements).values({ clientId: tenant.clientId }).onConflictDoNothing();
        await tx.select().from(measurements).where(ownedBy(tenant, measurements)).for('update');
        const before = await readSettings(tx, tenant);
        const after = edited(before, input);
        const isOther = input.schedule !== undefined || after.enabled !== before.enabled;
        const nextRunAt = isOther ? (after.enabled ? nextRunAfter(after, tenant.timezone) : null) : before.nextRunAt;
        await tx
          .update(measurements)
          .set({ ...after, nextRunAt })
          .where(ownedBy(tenant, measurements));
      });
      return { ok: true, data: await readMeasurement(db, tenant, deps) };
    }),
};
