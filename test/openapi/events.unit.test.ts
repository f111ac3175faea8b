import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { document } from '../../openapi/document.ts';
import type { JsonSchema } from '../../openapi/json-schema.ts';
import { SENT_EVENTS } from '../../routers/webhooks/event-types.ts';
import { components, type DocumentedOperation, isDescribed, lacksExample, operations } from '../helpers/documented.ts';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

const requests = document.webhooks as unknown as Record<string, { post: DocumentedOperation }>;
const named = Object.entries(requests).map(([type, { post }]) => ({ type, post }));

const body = ({ requestBody }: DocumentedOperation) => {
  const json = requestBody?.content['application/json'];
  if (!json) throw new Error('An event has no JSON body.');
  return json;
};

describe('The events in the document', () => {
  it('are all types that a webhook may receive, each with a summary of its own', () => {
    expect(Object.keys(requests)).toEqual(Object.keys(SENT_EVENTS));
    expect(named.map(({ post }) => post.summary)).toEqual(Object.values(SENT_EVENTS).map(({ summary }) => summary));
    expect(named.filter(({ post }) => post.summary.length > 60 || post.summary.endsWith('.'))).toEqual([]);
  });

  it('have operation ids that no route has', () => {
    const ids = [...operations.map(({ operation }) => operation), ...named.map(({ post }) => post)];

    expect(new Set(ids.map(({ operationId }) => operationId)).size).toBe(ids.length);
  });

  it.each(named)('$type has an example that fits its schema, and describes each field', ({ type, post }) => {
    const { schema, example } = body(post);
    const fits = ajv.compile(schema);
    const { data } = schema.properties ?? {};

    expect(example).toMatchObject({ type });
    expect(fits(example)).toBe(true);
    expect(fits({ ...(example as object), type: 'another.type' })).toBe(false);
    expect(fits({ ...(example as object), data: {} })).toBe(false);
    const fields = Object.values<JsonSchema>(data?.properties ?? {});
    expect(fields.filter((field) => !isDescribed(field) || lacksExample(field))).toEqual([]);
  });

  it.each(named)('$type names the headers that carry its signature', ({ post }) => {
    const sent = post.parameters?.map((one) =>
      '$ref' in one ? components.parameters[one.$ref.split('/').at(-1) ?? ''] : one,
    );

    expect(sent?.map((header) => header?.name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
    expect(sent?.every((header) => header?.in === 'header' && header.required)).toBe(true);
    expect(post.security).toEqual([]);
  });
});
