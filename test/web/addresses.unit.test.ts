import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PAGE_PATHS } from '../../server/web/page-paths.ts';
import { readSource } from '../helpers/sources.ts';

/** The addresses of a file of `web/routes/`, with `:id` for what is variable. */
const addressesIn = (file: string) =>
  [...readSource(file).matchAll(/^ {4}path: '([^']+)'/gm)]
    .map(([, path = '']) => `/${path.replace(/^\//, '').replaceAll('$id', ':id')}`)
    .filter((path) => path !== '/$');

it('every page with a route is served at its address, and no other', () => {
  const addresses = globSync('web/routes/*.ts').flatMap(addressesIn);

  expect(addresses.toSorted()).toEqual([...PAGE_PATHS].toSorted());
});
