import { describe, expect, it } from 'vitest';
import { actionItems, goals } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { editRecord } from '../../routers/records/people-changes.ts';
import { counts, type Receipt, sender } from '../helpers/ingest.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';

const portal = portalForThisFile();

/** An organization with an action item of a pipeline, and somebody who edits its records. */
async function organization() {
  const { person, send, db, rows } = await sender(portal);
  const tenant = { clientId: person.orgId } as Tenant;
  const edit = async (table: typeof actionItems | typeof goals, externalId: string, fields: object) => {
    const all = await db.select({ id: table.id, externalId: table.externalId }).from(table);
    const id = all.find((row) => row.externalId === externalId)?.id ?? '';
    const subject = { type: 'any', table, id, userId: person.userId };
    return db.transaction((tx) => editRecord(tx, tenant, subject, { ...fields }));
  };
  await send([record('action_item', { status: 'open', completed_at: null }, 'a'), record('goal', {}, 'g')]);
  return { send, edit, rows };
}

describe('Records with fields that a person has set', () => {
  it('keep these fields and take the others, and the receipt names the kept fields', async () => {
    const { send, edit, rows } = await organization();
    await edit(actionItems, 'a', { title: 'Ours', due_date: '2027-01-31' });

    const sent = record('action_item', { title: 'Theirs', priority: 'low', status: 'in_progress' }, 'a');
    const response = await send([record('goal', {}, 'g'), sent, sent]);

    const fields = ['due_date', 'title'];
    expect(counts(response)).toBe('0 accepted, 1 updated, 2 unchanged, 0 rejected');
    expect(response.json<Receipt>().kept).toEqual([
      { index: 1, externalId: 'a', fields },
      { index: 2, externalId: 'a', fields },
    ]);
    expect(await rows('action_items')).toMatchObject([
      { title: 'Ours', due_date: '2027-01-31', priority: 'low', status: 'in_progress' },
    ]);
  });

  it('count as unchanged when nothing but these fields differs', async () => {
    const { send, edit } = await organization();
    await edit(goals, 'g', { target_value: 9000 });

    const response = await send([record('goal', { target_value: 8000 }, 'g')]);

    expect(counts(response)).toBe('0 accepted, 0 updated, 1 unchanged, 0 rejected');
    expect(response.json<Receipt>().kept).toEqual([{ index: 0, externalId: 'g', fields: ['target_value'] }]);
  });

  it('keep the time of completion with the status that it belongs to', async () => {
    const { send, edit, rows } = await organization();
    await edit(actionItems, 'a', { status: 'dismissed' });

    const response = await send([
      record('action_item', { status: 'done', completed_at: '2026-02-20T10:00:00.000Z' }, 'a'),
    ]);

    expect(response.json<Receipt>().kept).toEqual([{ index: 0, externalId: 'a', fields: ['status'] }]);
    expect(await rows('action_items')).toMatchObject([{ status: 'dismissed', completed_at: null }]);
  });

  it('are not taken over by an edit with equal values', async () => {
    const { send, edit, rows } = await organization();
    await edit(goals, 'g', { title: 'More visitors', deadline: '2026-12-31', priority: 'low' });

    const response = await send([record('goal', { title: 'Fewer', deadline: null }, 'g')]);

    expect(response.json<Receipt>().kept).toEqual([{ index: 0, externalId: 'g', fields: ['priority'] }]);
    expect(await rows('goals')).toMatchObject([{ title: 'Fewer', deadline: null, priority: 'low' }]);
  });

  it('are named by a dry run too', async () => {
    const { send, edit } = await organization();
    await edit(goals, 'g', { title: 'Ours' });

    const response = await send([record('goal', {}, 'g')], '?dryRun=1');

    expect(response.json<Receipt>().kept).toEqual([{ index: 0, externalId: 'g', fields: ['title'] }]);
  });

  it('lose nothing when the pipeline sends them at the same moment', async () => {
    const { send, edit, rows } = await organization();

    const sends = Array.from({ length: 10 }, (_, n) => send([record('goal', { title: `Theirs ${n}` }, 'g')]));
    await Promise.all([...sends.slice(0, 5), edit(goals, 'g', { title: 'Ours' }), ...sends.slice(5)]);
    await send([record('goal', { title: 'Last' }, 'g')]);

    expect(await rows('goals')).toMatchObject([{ title: 'Ours', people_fields: '{title}' }]);
  });
});
