import { describe, expect, it } from 'vitest';
import { counts, sender } from '../helpers/ingest.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { type RecordName, record } from '../helpers/records.ts';

const portal = portalForThisFile();

describe('Content records', () => {
  it.each<[RecordName, object, string]>([
    ['suggestion', { status: 'open' }, 'status'],
    ['suggestion', { confidence: 82 }, 'confidence'],
    ['suggestion', { title: '' }, 'title'],
    ['suggestion', { sources: 'search_console' }, 'sources'],
    ['suggestion', { sources: Array(51).fill('x') }, 'sources'],
    ['suggestion', { createdAt: '2999-01-01T00:00:00Z' }, 'createdAt'],
    ['calendar_entry', { status: 'cancelled' }, 'status'],
    ['calendar_entry', { date: '2026-02-30' }, 'date'],
    ['calendar_entry', { scheduledAt: 'soon' }, 'scheduledAt'],
    ['template', { contentFormat: 'rtf' }, 'contentFormat'],
    ['template', { body: 'x'.repeat(20_001) }, 'body'],
    ['template', { variables: [{ key: 'a b', label: 'A', required: true }] }, 'variables'],
    ['template', { variables: [{ key: 'a', label: 'A', required: 'yes' }] }, 'variables'],
  ])('of type %s is refused with %j, and says why', async (type, data, field) => {
    const { send } = await sender(portal);

    const response = await send([record(type, { ...data })]);

    expect(counts(response)).toBe('0 accepted, 0 updated, 0 unchanged, 1 rejected');
    expect(response.json().rejected[0].error).toContain(field);
  });
});
