import type { AnyRouter } from '@trpc/server';
import { z } from 'zod';
import { operatorEvents } from '../../db/schema/index.ts';
import { definitionOf, proceduresOf, rebased } from '../../internals/trpc.ts';
import { dailyId } from '../../server/identity/security-trail.ts';
import { addressOf } from '../../server/identity/sender.ts';
import { supportAccess } from '../../server/trpc/delegates.ts';
import { operatorProcedure, router, tenantProcedure, viewedClient } from '../../server/trpc/procedures.ts';
import type { RouteMeta } from '../../server/trpc/rest.ts';
import { Id } from '../values/shapes.ts';

// What the members of a client get, for those who run the portal: each query of members a second time, by the client in
// the address.

const ClientId = Id.describe('Id of the client.');

/** Notes once a day that somebody looked at a client. */
const viewProcedure = operatorProcedure.use(
  viewedClient(async (db, { user, request }, orgId) => {
    const line = { type: 'client_viewed', actorId: user.id, orgId, ipAddress: addressOf(request) };
    const id = dailyId([line.type, user.id, orgId]);
    await db
      .insert(operatorEvents)
      .values({ id, ...line })
      .onConflictDoNothing();
  }),
);

type Definition = ReturnType<typeof definitionOf<RouteMeta>>;

/** As in a support session: what tells too much there is closed here too, such as exports and secrets of webhooks. */
const isViewable = ({ type, meta }: Definition) =>
  meta?.access === 'member' && !meta.peopleOnly && type === 'query' && supportAccess(type, meta) === 'read';

/** The input of a query with the client, for the document and for the types of the query string. */
function inputOf([input]: unknown[]) {
  const fields = input instanceof z.ZodOptional ? input.unwrap() : input;
  return z.object({ ...(fields instanceof z.ZodObject && fields.shape), clientId: ClientId });
}

function metaOf(meta: RouteMeta): RouteMeta {
  const { openapi, errors, example, lines, produces, status, weight } = meta;
  if (!openapi) return meta;
  const policy = { errors, example, lines, produces, status, weight };
  return {
    ...Object.fromEntries(Object.entries(policy).filter(([, value]) => value !== undefined)),
    access: 'operator',
    openapi: {
      ...openapi,
      path: `/operator/clients/{clientId}/view${openapi.path}`,
      summary: `${openapi.summary} of a client`,
      tags: ['Operator'],
      description:
        `What the members of the client get from \`GET ${openapi.path}\`, also while it is suspended. The trail of the operator has one line a day for each person and client. ${openapi.description ?? ''}`.trim(),
    },
  };
}

interface Nested {
  [word: string]: Nested | ReturnType<typeof rebased>;
}

/** Views of all queries of members, under the names of these. */
export function viewsOf(data: AnyRouter) {
  const views: Nested = {};
  for (const [path, procedure] of Object.entries(proceduresOf(data))) {
    const definition = definitionOf<RouteMeta>(procedure);
    if (!definition.meta || !isViewable(definition)) continue;
    const words = path.split('.');
    const name = words.pop() ?? path;
    let at = views;
    for (const word of words) {
      at[word] ??= {};
      at = at[word] as Nested;
    }
    at[name] = rebased(procedure, {
      from: tenantProcedure,
      to: viewProcedure,
      meta: metaOf(definition.meta),
      inputs: [inputOf(definition.inputs)],
    });
  }
  // Nobody calls them by their types: there is a page for each of the originals.
  return router(views as Record<never, never>);
}
