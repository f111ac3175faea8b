import { gte } from 'drizzle-orm';
import { z } from 'zod';
import { peopleChangeAction, peopleChanges } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import { PortalError } from '../../server/errors.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../server/lists/page.ts';
import { pipelineProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { loadPeople, Person } from '../values/people.ts';
import { Data, JsonObject, Paging, Timestamp } from '../values/shapes.ts';
import { KEPT_CHANGES } from './retention.ts';

const { get } = rest('Ingest', { weight: 'heavy' });

const PeopleChange = z
  .object({
    cursor: z.string().meta({
      description: 'Position of the change, for `after`.',
      example: 'WyJwZW9wbGUtY2hhbmdlcyIsNDEyXQ',
    }),
    at: Timestamp.describe('Time of the change.'),
    by: Person.describe('The person who made the change; null when the account was deleted.'),
    action: z.enum(peopleChangeAction.enumValues).describe('Whether the person made, changed or deleted the record.'),
    type: z.string().meta({
      description: 'Type of the record; `recommendation` or `action_plan_item` for an entry of a scan.',
      example: 'action_item',
    }),
    externalId: z.string().meta({
      description: 'Your identifier of the record; for a record made in the portal, its id.',
      example: 'crm-2041',
    }),
    id: z.uuid().meta({ description: 'Id in the portal.', example: '9a1b3c5d-7e9f-4b2d-8c4e-6f8a0b2d4c6e' }),
    fields: JsonObject.meta({
      description: 'The new values of the changed fields; empty for a deletion.',
      example: { status: 'done' },
    }),
  })
  .meta({ id: 'PeopleChange', description: 'A change that a person has made to a record.' });

const order = keyset('people-changes', 'asc', [peopleChanges.position, KEY.position]);

const GONE =
  'The changes after this cursor are no longer known. Read the feed from the start, without a cursor, and compare.';

export const changeProcedures = {
  changes: pipelineProcedure
    .meta(
      get('/ingest/changes', 'List changes made by people', {
        description: `What people changed in the records of the organization, in order. Keep the \`cursor\` of the last change that you handled and send it as \`after\`: a change is never skipped, and may come twice if you send an older cursor. Changes are kept for ${KEPT_CHANGES.days} days, at most ${KEPT_CHANGES.rows.toLocaleString('en')} for an organization; a cursor of a deleted change is refused. Needs an API key of scope \`ingest\`.`,
        returns: 'The changes, oldest first.',
        ...PAGED,
      }),
    )
    .input(Paging(100, 1000))
    .output(Data(z.array(PeopleChange).describe('The changes, oldest first.')))
    .query(async ({ ctx, input }) => {
      const { db, tenant } = ctx;
      const [last] = order.keyOf(input.after) ?? [];
      // The change of the cursor is read too: as long as it is there, none after it was deleted.
      const rows = await db
        .select()
        .from(peopleChanges)
        .where(
          ownedBy(tenant, peopleChanges, last === undefined ? undefined : gte(peopleChanges.position, Number(last))),
        )
        .orderBy(...order.orderBy)
        .limit(input.limit + 2);
      if (last !== undefined && rows.shift()?.position !== last) throw new PortalError('INVALID_CURSOR', GONE);

      const page = rows.slice(0, input.limit + 1);
      const { personOf } = await loadPeople(
        ctx,
        page.map(({ userId }) => userId),
      );
      const data = page.map(({ position, userId, recordId, at, action, type, externalId, fields }) => ({
        cursor: order.cursorOf([position]),
        at,
        by: personOf(userId),
        action,
        type,
        externalId,
        id: recordId,
        fields,
      }));
      return { ok: true, data: endPage(ctx, input, data, ({ cursor }) => cursor) };
    }),
};
