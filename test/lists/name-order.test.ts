import { expect, it } from 'vitest';
import { registerOperator } from '../helpers/operators.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';

const portal = portalForThisFile();

// As people look them up: without accents and case.
const NAMES = ['Apfel', 'Ärzte am Markt', 'éclair', 'Öl', 'Straße', 'strauss', 'Über uns', 'Zahn', 'zebra', 'Житомир'];

/** All rows of a list, two at a time. */
async function readOn(get: (url: string) => Promise<{ json: () => { data: object[] }; headers: object }>, url: string) {
  const rows: object[] = [];
  for (let next: string | undefined = url; next; ) {
    const { json, headers } = await get(next);
    rows.push(...json().data);
    const { link = '' } = headers as { link?: string };
    const [, following] = /<([^>]+)>; rel="next"/.exec(link) ?? [];
    next = following && new URL(following, 'http://portal').href.replace('http://portal', '');
  }
  return rows as { name: string }[];
}

it('templates stand in the order of their names, whatever accents and case, over all pages', async () => {
  const person = await portal.register();
  const pipeline = await person.pipeline();
  await pipeline.post(
    '/api/ingest/records',
    [...NAMES].reverse().map((name) => record('template', { name })),
  );

  const rows = await readOn(person.get as never, '/api/templates?limit=2');

  expect(rows.map(({ name }) => name).filter((name) => NAMES.includes(name))).toEqual(NAMES);
  expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length);
});

it('clients stand in the order of their names in the list of the operator', async () => {
  const operator = await registerOperator(portal);
  const mark = operator.userId.slice(-6);
  for (const name of NAMES.toReversed()) await portal.register({ orgName: `${name} ${mark}` });

  const rows = await readOn(operator.get as never, `/api/operator/clients?search=${mark}&limit=3`);

  expect(rows.map(({ name }) => name)).toEqual(NAMES.map((name) => `${name} ${mark}`));
});
