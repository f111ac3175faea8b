import { describe, expect, it } from 'vitest';
import { definitionOf, proceduresOf } from '../../internals/trpc.ts';
import { document } from '../../openapi/document.ts';
import { resolve } from '../../openapi/json-schema.ts';
import { appRouter } from '../../routers/index.ts';
import { ERRORS } from '../../server/errors.ts';
import type { Policy, RouteMeta } from '../../server/trpc/rest.ts';
import {
  components,
  errorCodesOf,
  isDescribed,
  lacksExample,
  operations,
  type Place,
  parameterPlaces,
  propertyPlaces,
} from '../helpers/documented.ts';

const VERBS =
  `Accept Add Approve Archive Ask Cancel Change Check Compare Complete Confirm Count Create Delete Disable Download Edit Enable
  End Explain Export Generate Get Hold Import Ingest Invite Leave List Lock Open Preview Query Rate Read Receive Regenerate Register
  Remove Rename Replace Request Resend Reset Restore Resume Revoke Rotate Save Schedule Search Send Set Show Sign Start Store Submit Suspend
  Switch Turn Unlock Update Upload Verify View Win Withdraw`.split(/\s+/);

const GENERIC = /^(ok|done|success|successful( response)?)\.?$/i;

const procedures = proceduresOf(appRouter);

function policyOf(operationId: string): Policy {
  const procedure = procedures[operationId.replaceAll('_', '.')];
  return (procedure && definitionOf<RouteMeta>(procedure).meta) ?? {};
}

const unique = (places: Place[]) => [...new Set(places.map(({ at }) => at))];

describe('Operations', () => {
  it('have a summary of at most 60 characters that starts with a verb and has no full stop', () => {
    const wrong = operations.filter(
      ({ operation: { summary = '' } }) =>
        summary.length > 60 || summary.endsWith('.') || !VERBS.includes(summary.split(' ', 1)[0] ?? ''),
    );

    expect(wrong.map(({ name, operation }) => `${name}: ${operation.summary}`)).toEqual([]);
  });

  it('describe the success response', () => {
    const generic = operations.flatMap(({ name, operation: { responses } }) =>
      Object.entries(responses)
        .filter(
          ([status, response]) => status < '300' && 'description' in response && GENERIC.test(response.description),
        )
        .map(([status]) => `${name} ${status}`),
    );

    expect(generic).toEqual([]);
  });

  it('list each of their own error codes at its status', () => {
    const missing = operations.flatMap(({ name, operation }) => {
      const codes = policyOf(operation.operationId).errors ?? [];
      return codes
        .filter((code) => !errorCodesOf(operation, ERRORS[code].status).includes(code))
        .map((code) => `${name} ${code}`);
    });

    expect(missing).toEqual([]);
  });

  it('list UNAUTHENTICATED and FORBIDDEN exactly where they require a session or a key, or declare them', () => {
    const wrong = operations.filter(({ operation }) => {
      const declared = policyOf(operation.operationId).errors ?? [];
      const lists = (code: 'FORBIDDEN' | 'UNAUTHENTICATED', status: number) =>
        errorCodesOf(operation, status).includes(code) === (operation.security.length > 0 || declared.includes(code));
      return !lists('FORBIDDEN', 403) || !lists('UNAUTHENTICATED', 401);
    });

    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});

describe('Parameters and response headers', () => {
  it('have descriptions', () => {
    expect(unique(parameterPlaces().filter(({ schema }) => !isDescribed(schema)))).toEqual([]);
  });

  it('have examples of free text', () => {
    expect(unique(parameterPlaces().filter(({ schema }) => lacksExample(schema)))).toEqual([]);
  });
});

describe('Properties of requests and responses', () => {
  it('have descriptions', () => {
    expect(unique(propertyPlaces().filter(({ schema }) => !isDescribed(schema)))).toEqual([]);
  });

  it('have examples of free text', () => {
    expect(unique(propertyPlaces().filter(({ schema }) => lacksExample(schema)))).toEqual([]);
  });
});

describe('Components', () => {
  const names = Object.entries(components).flatMap(([section, members]) =>
    Object.keys(members).map((name) => ({ name, pointer: `#/components/${section}/${name}` })),
  );

  it('have names in PascalCase', () => {
    const wrong = names.filter(({ name }) => !/^([A-Z][a-z0-9]*)+$/.test(name));

    expect(wrong.map(({ pointer }) => pointer)).toEqual([]);
  });

  it('are all in use', () => {
    const referenced = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, pointer]) => pointer);
    const required = operations
      .flatMap(({ operation: { security } }) => security.flatMap(Object.keys))
      .map((name) => `#/components/securitySchemes/${name}`);
    const used = new Set([...referenced, ...required]);

    expect(names.map(({ pointer }) => pointer).filter((pointer) => !used.has(pointer))).toEqual([]);
  });

  it('list exactly the error codes of the portal', () => {
    const { code = {} } = components.schemas.Error?.properties ?? {};

    expect(resolve(code, components.schemas).enum).toEqual(Object.keys(ERRORS));
  });
});
