import { ITSELF, record } from '../../server/identity/security-trail.ts';
import { operatorProcedure } from '../../server/trpc/procedures.ts';
import { MadeApiKey, makeApiKey, NewApiKey } from '../auth/public.ts';
import { ById } from '../values/shapes.ts';
import { holdRole, noteAction } from './actions.ts';
import { lockClient } from './client-record.ts';
import { operatorRoutes } from './shapes.ts';

const { name, expiresAt } = NewApiKey.shape;

export const clientKeyProcedures = {
  apiKeys: operatorProcedure
    .meta(
      operatorRoutes.post('/operator/clients/{id}/api-keys', 'Create an ingest key of a client', {
        description:
          'Creates a key with the scope `ingest` for the organization of the client, which lists it among its own. The secret is shown only in this response. An organization has at most 50 keys. It ends when the operator who made it loses the client with a portfolio.',
        returns: 'The secret and the record of the new key.',
        status: 201,
        secrets: ['key'],
      }),
    )
    .input(ById.extend({ name, expiresAt }))
    .output(MadeApiKey)
    .mutation(async ({ ctx, input: { id: orgId, ...input } }) => {
      const made = await ctx.db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        await lockClient(tx, orgId);
        const fresh = await makeApiKey(tx, {
          ...input,
          scopes: ['ingest'],
          orgId,
          createdBy: null,
          operatorId: ctx.user.id,
        });
        const { id: keyId, ...key } = fresh.apiKey;
        const details = { keyId, name: key.name, scopes: key.scopes };
        await record(tx, ITSELF, { type: 'api_key_made', orgId, actor: 'The operator of the portal', details });
        await noteAction(tx, ctx, 'client_key_made', { orgId });
        return fresh;
      });
      return { ok: true, ...made };
    }),
};
