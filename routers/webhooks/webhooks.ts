import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { count, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { organizations, webhooks } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import { invalid, notFound, PortalError } from '../../server/errors.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../server/lists/page.ts';
import { adminOnly, tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { atLeastOneOf, ById, Data, Ok, Paging } from '../values/shapes.ts';
import { lockWebhook } from './find-webhook.ts';
import { isPublicAddress, literalAddress } from './public-address.ts';
import { ROTATION } from './schedule.ts';
import { newWebhookSecret } from './secrets.ts';
import { toWebhook, WEBHOOK_FIELDS, Webhook, WebhookWithSecret } from './shapes.ts';
import { recordWebhookChange } from './trail.ts';

const MOST = 20;

const { get, post, put, del } = rest('Webhooks', { peopleOnly: true, support: 'never' });

const WebhookEdit = atLeastOneOf({
  ...WEBHOOK_FIELDS,
  enabled: z.boolean().describe('Whether events are sent. Events that happen while a webhook is off are not kept.'),
});

const EDITABLE = ['url', 'format', 'events', 'description', 'enabled'] as const;

const order = keyset('webhooks', 'desc', [webhooks.createdAt, KEY.moment], [webhooks.id, KEY.id]);

/** @throws VALIDATION_ERROR in production for a URL that is not https, or names an address that is not public */
function requireReachable(url: string | undefined, { production }: { production: boolean }) {
  if (url === undefined || !production) return;
  const target = new URL(url);
  if (target.protocol !== 'https:') throw invalid('url', 'must be an https URL');
  const literal = literalAddress(target);
  if (literal && !isPublicAddress(literal)) throw invalid('url', 'must lead to a public address');
}

export const webhookProcedures = {
  list: tenantProcedure
    .meta(
      get('/webhooks', 'List webhooks', {
        description: 'The webhooks of the organization, without their secrets. Administrators only.',
        returns: 'The webhooks, newest first.',
        ...PAGED,
      }),
    )
    .input(Paging(MOST, MOST))
    .use(adminOnly)
    .output(Data(z.array(Webhook).describe('The webhooks, newest first.')))
    .query(async ({ ctx, input }) => {
      const rows = await ctx.db
        .select()
        .from(webhooks)
        .where(ownedBy(ctx.tenant, webhooks, order.after(input.after)))
        .orderBy(...order.orderBy)
        .limit(input.limit + 1);
      const page = endPage(ctx, input, rows, ({ createdAt, id }) => order.cursorOf([createdAt.toISOString(), id]));
      return { ok: true, data: page.map(toWebhook) };
    }),

  create: tenantProcedure
    .meta(
      post('/webhooks', 'Create a webhook', {
        description: `Events are sent as \`{type, timestamp, data}\`, signed per the Standard Webhooks specification with the secret that only this response shows: at least once, and in order for each object that they are about. An organization has at most ${MOST} webhooks. Administrators only.`,
        returns: 'The new webhook with its secret.',
        status: 201,
        secrets: ['data.secret'],
        errors: ['INVALID_TRANSITION'],
      }),
    )
    .input(z.object({ ...WEBHOOK_FIELDS, format: WEBHOOK_FIELDS.format.default('standard') }))
    .use(adminOnly)
    .output(Data(WebhookWithSecret))
    .mutation(async ({ ctx, input }) => {
      const { db, tenant, deps } = ctx;
      requireReachable(input.url, deps.env);
      const id = randomUUIDv7();
      const { secret, sealedSecret } = newWebhookSecret(deps.env, id);
      const stored = await db.transaction(async (tx) => {
        // Concurrent requests are counted one after the other.
        await tx.execute(sql`select from ${organizations} where id = ${tenant.clientId}::uuid for no key update`);
        const [existing] = await tx.select({ webhooks: count() }).from(webhooks).where(ownedBy(tenant, webhooks));
        if ((existing?.webhooks ?? 0) >= MOST)
          throw new PortalError(
            'INVALID_TRANSITION',
            `An organization has at most ${MOST} webhooks. Please delete one first.`,
          );
        const [made] = await tx
          .insert(webhooks)
          .values({ ...input, clientId: tenant.clientId, id, sealedSecret })
          .returning();
        if (!made) throw new Error('A webhook was not inserted.');
        await recordWebhookChange(tx, ctx, {
          type: 'webhook_created',
          webhook: made,
          details: { events: made.events },
        });
        return made;
      });
      return { ok: true, data: { ...toWebhook(stored), secret } };
    }),

  update: tenantProcedure
    .meta(
      put('/webhooks/{id}', 'Update a webhook', {
        example: { body: { enabled: false } },
        description: 'Changes the given fields, at least one. Waiting events go to the new URL. Administrators only.',
        returns: 'The updated webhook.',
      }),
    )
    .input(WebhookEdit)
    .use(adminOnly)
    .output(Data(Webhook))
    .mutation(async ({ ctx, input: { id, ...edit } }) => {
      const { db, tenant, deps } = ctx;
      requireReachable(edit.url, deps.env);
      const saved = await db.transaction(async (tx) => {
        const before = await lockWebhook(tx, tenant, id);
        const [after] = await tx
          .update(webhooks)
          .set({ ...edit, ...(edit.enabled && { failingSince: null, turnedOffAt: null, tellAt: null }) })
          .where(ownedBy(tenant, webhooks, eq(webhooks.id, id)))
          .returning();
        if (!after) throw notFound();
        const fields = EDITABLE.filter((field) => !isDeepStrictEqual(before[field], after[field]));
        if (fields.length > 0)
          await recordWebhookChange(tx, ctx, { type: 'webhook_updated', webhook: after, details: { fields } });
        return after;
      });
      return { ok: true, data: toWebhook(saved) };
    }),

  remove: tenantProcedure
    .meta(
      del('/webhooks/{id}', 'Delete a webhook', {
        description: 'Deletes the webhook with its deliveries, sent or not. Administrators only.',
        returns: 'The webhook is deleted.',
      }),
    )
    .input(ById)
    .use(adminOnly)
    .output(Ok)
    .mutation(async ({ ctx, input: { id } }) => {
      await ctx.db.transaction(async (tx) => {
        const [webhook] = await tx
          .delete(webhooks)
          .where(ownedBy(ctx.tenant, webhooks, eq(webhooks.id, id)))
          .returning();
        if (!webhook) throw notFound();
        await recordWebhookChange(tx, ctx, { type: 'webhook_deleted', webhook });
      });
      return { ok: true };
    }),

  rotate: tenantProcedure
    .meta(
      post('/webhooks/{id}/rotate', 'Rotate the secret of a webhook', {
        description:
          'Creates a new secret, which only this response shows. For 24 hours, events are signed with the previous one as well. Administrators only.',
        returns: 'The webhook with its new secret.',
        secrets: ['data.secret'],
      }),
    )
    .input(ById)
    .use(adminOnly)
    .output(Data(WebhookWithSecret))
    .mutation(async ({ ctx, input: { id } }) => {
      const { db, tenant, deps } = ctx;
      const { secret, sealedSecret } = newWebhookSecret(deps.env, id);
      const saved = await db.transaction(async (tx) => {
        const { sealedSecret: sealedSecretBefore } = await lockWebhook(tx, tenant, id);
        const secretBeforeUntil = new Date(Date.now() + ROTATION);
        const [rotated] = await tx
          .update(webhooks)
          .set({ sealedSecret, sealedSecretBefore, secretBeforeUntil })
          .where(ownedBy(tenant, webhooks, eq(webhooks.id, id)))
          .returning();
        if (!rotated) throw notFound();
        await recordWebhookChange(tx, ctx, { type: 'webhook_secret_rotated', webhook: rotated });
        return rotated;
      });
      return { ok: true, data: { ...toWebhook(saved), secret } };
    }),
};
