import { describe, expect, it } from 'vitest';
import { document } from '../../openapi/document.ts';
import { operations } from '../helpers/documented.ts';

interface Parameter {
  name?: string;
  description?: string;
  schema?: { description?: string; example?: unknown };
}

describe('Parameters in the document', () => {
  it('have their description and example beside their schema, where generated clients look', () => {
    const listed = operations.flatMap(({ name, operation }) =>
      ((operation as { parameters?: Parameter[] }).parameters ?? []).map((parameter) => ({ name, parameter })),
    );
    const own = listed.filter(({ parameter }) => parameter.schema);

    const hidden = own.filter(
      ({ parameter: { description, schema } }) => !description || schema?.description || schema?.example !== undefined,
    );

    expect(own.length).toBeGreaterThan(100);
    expect(hidden.map(({ name, parameter }) => `${name} ${parameter.name}`)).toEqual([]);
  });
});

describe('The headers of a limit in the document', () => {
  const own = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
  const responses = document.components?.responses as Record<string, { headers?: object }> | undefined;

  it.each(['insights_query', 'insights_history', 'auth_login'])('are on answers and errors of %s', (id) => {
    const [found] = operations.filter(({ operation }) => operation.operationId === id);
    const answers = Object.entries(found?.operation.responses ?? {}) as [string, { $ref?: string; headers?: object }][];
    const asked = answers.filter(([status]) => ['200', '400', '429', '500', '503'].includes(status));

    const lacking = asked.filter(([, answer]) => {
      const { headers = {} } = answer.$ref ? (responses?.[answer.$ref.split('/').at(-1) ?? ''] ?? {}) : answer;
      return own.some((name) => !(name in headers));
    });

    expect(asked.length).toBeGreaterThan(3);
    expect(lacking.map(([status]) => status)).toEqual([]);
  });
});
