import { describe, expect, it } from 'vitest';
import { document } from '../../openapi/document.ts';
import { portalForThisFile } from '../helpers/portal.ts';

interface Operation {
  responses: Record<string, { headers?: object }>;
}

const reads = Object.entries(document.paths ?? {}).flatMap(([path, item]) => {
  const { get } = item as { get?: Operation };
  return get ? [{ path, operation: get }] : [];
});

const portal = portalForThisFile();

describe('a response with an ETag', () => {
  it('is documented with a 304', () => {
    const named = (which: typeof reads) => which.map(({ path }) => path);

    const tagged = reads.filter(({ operation }) => 'ETag' in (operation.responses[200]?.headers ?? {}));

    expect(named(reads.filter(({ operation }) => 304 in operation.responses))).toEqual(named(tagged));
    expect(named(tagged)).toEqual(expect.arrayContaining(['/dashboard/kpis', '/cms/pages/{id}']));
  });

  it('is not repeated for an unchanged page', async () => {
    const person = await portal.register();
    const url = `/api/cms/pages/${(await person.post('/api/cms/pages', { title: 'A page' })).json().data.id}`;
    const { headers } = await person.get(url);

    const again = await person.get(url, { 'if-none-match': String(headers.etag) });

    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});
