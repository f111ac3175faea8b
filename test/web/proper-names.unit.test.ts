import { expect, it } from 'vitest';
import { PROPER_NAMES } from '../../routers/values/proper-name.ts';
import { properName } from '../../web/parts/proper-name.ts';

it('pages write the names of assistants and directories as reports do', () => {
  const onPages = Object.fromEntries(Object.keys(PROPER_NAMES).map((key) => [key, properName(key)]));

  expect(onPages).toEqual(PROPER_NAMES);
});
