import { expect, it } from 'vitest';
import { parseJson } from '../../server/http/body.ts';
import { elementsOf, isList } from '../../server/http/json-list.ts';
import { chance } from '../helpers/chance.ts';

const parsed = (text: string) => [...elementsOf(text)].map(parseJson);

it('finds the elements of a list, whatever they hold', () => {
  const list = ['a, b', 'a ] }', 'a " \\', [1, [2, { c: [3] }]], { d: '[', e: [] }, -1.5e-7, null, true, {}, []];

  expect(parsed(JSON.stringify(list))).toEqual(list);
  expect(parsed(` \n${JSON.stringify(list, null, 2)}\r\n\t`)).toEqual(list);
  expect([parsed('[]'), parsed(' [ \n ] ')]).toEqual([[], []]);
});

it.each([
  '[',
  '[1',
  '[1,]',
  '[,1]',
  '[1,,2]',
  '[,]',
  '[1 2]',
  '[1]]',
  '[1] 2',
  '[1},',
  '[{]',
  '["a]',
  '["a\\"]',
  '[{"a":1]',
  '[[1]',
  '[}',
])('rejects %j', (text) => expect(() => parsed(text)).toThrow('valid JSON'));

it('tells lists from other values', () => {
  expect(['[]', ' \n[1', '{}', '"["', '', '1'].map(isList)).toEqual([true, true, false, false, false, false]);
});

it('accepts and rejects what a parser of the whole text does, for texts with random faults', () => {
  const { whole, among } = chance(41);
  const valid = JSON.stringify([{ a: 'x,"]', b: [1, 2] }, [], 'y', 4, { c: { d: null } }]);
  for (let round = 0; round < 3000; round++) {
    const at = whole(1, valid.length);
    const text = `${valid.slice(0, at)}${among([...'[]{},":\\ 1'])}${valid.slice(at + whole(0, 1))}`;
    const attempt = (parse: () => unknown) => {
      try {
        return parse();
      } catch {
        return 'invalid';
      }
    };
    expect(
      attempt(() => parsed(text)),
      text,
    ).toEqual(attempt(() => JSON.parse(text)));
  }
});
