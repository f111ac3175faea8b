import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../helpers/documented.ts';
import { ACCOUNT_LISTS } from '../helpers/lists/accounts.ts';
import { CONTENT_LISTS } from '../helpers/lists/content.ts';
import type { ListOfTheApi } from '../helpers/lists/filling.ts';
import { MEASUREMENT_LISTS } from '../helpers/lists/measurement.ts';
import { OPERATOR_LISTS } from '../helpers/lists/operator.ts';
import { PORTFOLIO_LISTS } from '../helpers/lists/portfolios.ts';
import { RECORD_LISTS } from '../helpers/lists/records.ts';
import { REPORT_LISTS } from '../helpers/lists/reports.ts';
import { SCAN_LISTS } from '../helpers/lists/scans.ts';
import type { Person } from '../helpers/people.ts';
import { billingForThisFile, plan } from '../helpers/stripe.ts';
import { outcome } from '../helpers/wire.ts';

const { portal, stripe, subscriber } = billingForThisFile();

type Reader = Pick<Person, 'get'>;

const ROWS = 7;
const LIMIT = 3;

const INVOICES: ListOfTheApi = {
  path: '/billing/invoices',
  async fill(_portal, { orgId }, count, from) {
    const customer = customerOf.get(orgId) ?? '';
    for (let n = 0; n < count; n++) stripe.invoice(customer, { created: 1_700_000_000 + from + n });
  },
  idsOf: (body: { id: string }[]) => body.map(({ id }) => id),
};
const customerOf = new Map<string, string>();

const ALL = [
  ...OPERATOR_LISTS,
  ...ACCOUNT_LISTS,
  ...CONTENT_LISTS,
  ...RECORD_LISTS,
  ...SCAN_LISTS,
  ...MEASUREMENT_LISTS,
  ...REPORT_LISTS,
  ...PORTFOLIO_LISTS,
  INVOICES,
];

/** Someone whose list has rows, and the list's address. */
async function filled({ path, fill, within, reader }: ListOfTheApi) {
  const { person, customer } =
    path === INVOICES.path
      ? await subscriber([{ metadata: plan('website') }])
      : { person: await portal.register(), customer: '' };
  customerOf.set(person.orgId, customer);
  const id = (await within?.(person, portal)) ?? '';
  await fill(portal, person, ROWS, 0);
  return { filler: person, person: (await reader?.(person, portal)) ?? person, url: `/api${path.replace('{id}', id)}` };
}

const bodyOf = (response: LightMyRequestResponse) =>
  String(response.headers['content-type']).startsWith('text/csv') ? response.body : response.json();

/** The target of the header `Link`, if there is one. */
function nextOf({ headers }: LightMyRequestResponse) {
  const next = /^<([^>]+)>; rel="next"$/.exec(String(headers.link))?.[1];
  expect(headers['x-has-more']).toBe(String(next !== undefined));
  return next;
}

/** Follows a list to its end; `between` runs after the first page. */
async function walk(list: ListOfTheApi, person: Reader, first: string, between = async () => {}) {
  const pages: string[][] = [];
  for (let url: string | undefined = first; url && pages.length < 30; ) {
    const response = await person.get(url);
    expect(outcome(response)).toBe('200');
    pages.push(list.idsOf(bodyOf(response) as never));
    if (pages.length === 1) await between();
    url = nextOf(response);
  }
  return pages;
}

describe.each(ALL)('$path', (list) => {
  let filler: Person;
  let person: Reader;
  let url: string;
  let whole: string[];
  beforeAll(async () => {
    ({ filler, person, url } = await filled(list));
    whole = list.idsOf(bodyOf(await person.get(url)) as never);
  });
  const inOrder = (pages: string[][]) => (list.backwards ? pages.toReversed() : pages).flat();

  it('has every row once and in order on its pages, and ends with X-Has-More: false', async () => {
    const pages = await walk(list, person, `${url}?limit=${LIMIT}`);

    expect(whole.length).toBeGreaterThanOrEqual(ROWS);
    expect(new Set(whole).size).toBe(whole.length);
    expect(inOrder(pages)).toEqual(whole);
    expect(pages.every((page) => page.length <= LIMIT)).toBe(true);
  });

  it('keeps the other parameters in the address of the next page, and no position', async () => {
    const position = list.path === INVOICES.path ? '' : '&offset=0';

    const next = new URL(nextOf(await person.get(`${url}?limit=2${position}&unknown=1`)) ?? '', 'http://portal');

    expect(next.pathname).toBe(url);
    expect([...next.searchParams.keys()].sort()).toEqual(['after', 'limit']);
    expect(next.searchParams.get('limit')).toBe('2');
  });

  it('refuses malformed cursors and those of another list', async () => {
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const next = new URL(nextOf(await person.get(`${url}?limit=1`)) ?? '', 'http://portal');
    const own = next.searchParams.get('after') ?? '';
    const [name, ...key]: string[] = JSON.parse(Buffer.from(own, 'base64url').toString());
    const inYearZero = key.map((value) => String(value).replace(/^[12]\d{3}-/, '0000-'));

    const cursors = [
      ...['', 'x', '..', `${own}=`, 'a'.repeat(5000), encoded(null), encoded({}), encoded([])],
      ...[['another', ...key], key, [name, ...key, 1], [name], [name, ...key.map(() => null)]].map(encoded),
      ...[
        [name, ...key.map(() => '\0')],
        [name, ...key.map(() => '\ud800')],
      ].map(encoded),
      ...(inYearZero.some((value) => value.startsWith('0000-')) ? [encoded([name, ...inYearZero])] : []),
    ];
    const answers = await Promise.all(cursors.map((cursor) => person.get(`${url}?after=${cursor}`)));

    expect(answers.map(outcome)).toEqual(cursors.map(() => '400 INVALID_CURSOR'));
  });

  it('names the next page to tRPC callers in single calls, and not in batches', async () => {
    const { operationId } = operations.find(({ name }) => name === `GET ${list.path}`)?.operation ?? {};
    const path = operationId?.replaceAll('_', '.') ?? '';
    const [, id] = /\/([0-9a-f-]{36})(?=[/?]|$)/.exec(url) ?? [];
    const input = { limit: LIMIT, ...(id && { id }) };
    const encoded = (value: object) => encodeURIComponent(JSON.stringify(value));
    const rows = (result: { data: unknown }) => list.idsOf(result.data as never);

    const first = await person.get(`/trpc/${path}?input=${encoded(input)}`);
    const second = await person.get(nextOf(first) ?? '');
    const sole = await person.get(`/trpc/${path}?batch=1&input=${encoded({ 0: input })}`);
    const next = await person.get(nextOf(sole) ?? '');
    const batch = await person.get(`/trpc/${path},${path}?batch=1&input=${encoded({ 0: input, 1: input })}`);

    const firstTwo = (await walk(list, person, `${url}?limit=${LIMIT}`)).slice(0, 2);
    expect([rows(first.json().result), rows(second.json().result)]).toEqual(firstTwo);
    expect([rows(sole.json()[0].result), rows(next.json()[0].result)]).toEqual(firstTwo);
    expect([batch.headers['x-has-more'], batch.headers.link]).toEqual([undefined, undefined]);
  });

  it('neither skips nor repeats a row when others are added between pages', async () => {
    const pages = await walk(list, person, `${url}?limit=${LIMIT}`, async () => {
      await list.fill(portal, filler, 4, ROWS);
    });

    expect(inOrder(pages).filter((id) => whole.includes(id))).toEqual(whole);
  });
});

describe('The document', () => {
  const text = (value: unknown) => JSON.stringify(value);
  // The view of a list is that list.
  const reads = operations.filter(({ method, path }) => method === 'GET' && !path.includes('/view/'));
  const pageable = reads.filter(({ operation }) => text(operation.parameters ?? []).includes('"after"'));

  it('has the parameters and headers of a list at every list, and only there', () => {
    expect(pageable.map(({ path }) => path).sort()).toEqual(ALL.map(({ path }) => path).sort());
    for (const { operation } of pageable) {
      expect(text(operation.parameters)).toContain('"limit"');
      const success = operation.responses[200] ?? {};
      expect(Object.keys('headers' in success ? (success.headers ?? {}) : {})).toEqual(
        expect.arrayContaining(['X-Has-More', 'Link']),
      );
    }
  });
});
