import { expect, it } from 'vitest';
import { parseJsonInSlices } from '../../server/http/json-in-slices.ts';
import { chance } from '../helpers/chance.ts';

/** Parses in pieces that are as small as possible, and in larger ones. */
const parsed = async (text: string) => {
  const [value, ...others] = await Promise.all([1, 5, 20, 1000].map((piece) => parseJsonInSlices(text, piece)));
  for (const other of others) expect(other).toEqual(value);
  return value;
};

it('finds the elements of lists and the fields of objects, whatever they hold', async () => {
  const list = ['a, b', 'a ] }', 'a " \\', [1, [2, { c: [3] }]], { d: '[', e: [] }, -1.5e-7, null, true, {}, []];
  const object = { list, ' ": ': [{ 2: list, 1: { x: { y: [list] } } }], '': '' };

  for (const value of [list, object, [object], 'a', 1, [[]], {}]) {
    expect(await parsed(JSON.stringify(value))).toEqual(value);
    expect(await parsed(` \n${JSON.stringify(value, null, 2)}\r\n\t`)).toEqual(value);
  }
  expect([await parsed('[]'), await parsed(' [ \n ] '), await parsed('{ \n }')]).toEqual([[], [], {}]);
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
  '1 [2]',
  '[1},',
  '[{]',
  '["a]',
  '["a\\"]',
  '[{"a":1]',
  '[[1]',
  '[}',
  '[[1][2]]',
  '[[1]2]',
  '[2[1]]',
  '[[1],]',
  '[,[1]]',
  '{"a":-[1]}',
  '{"a":1[2]}',
  '{[1]}',
  '{"a":[1],}',
  '{,"a":[1]}',
  '{"a":[1]"b":2}',
  '{"a",[1]}',
  '',
  ' ',
  ',',
])('rejects %j', async (text) => {
  for (const piece of [1, 5, 1000]) await expect(parseJsonInSlices(text, piece)).rejects.toThrow('valid JSON');
});

it('takes the last of several fields of one name, and none that is called `__proto__`', async () => {
  expect(await parsed('{"a":[1,2],"b":{"c":3},"a":{"d":[4]},"b":5}')).toEqual({ a: { d: [4] }, b: 5 });
  const value = await parsed('{"__proto__":{"x":[1]},"a":{"\\u005f_proto__":{"y":[2]},"b":[{"__proto__":[3]}]}}');
  expect(JSON.stringify(value)).toBe('{"a":{"b":[{}]}}');
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

it('accepts and rejects what a parser of the whole text does, for texts with random faults', async () => {
  const { whole, among } = chance(41);
  const valid = JSON.stringify([{ a: 'x,"]', b: [1, 2] }, [], 'y', 4, { c: { d: null }, e: [[{}], {}] }]);
  for (let round = 0; round < 3000; round++) {
    const at = whole(1, valid.length);
    const text = `${valid.slice(0, at)}${among([...'[]{},":\\ 1'])}${valid.slice(at + whole(0, 1))}`;
    const attempt = async (parse: () => unknown) => {
      try {
        return await parse();
      } catch {
        return 'invalid';
      }
    };
    expect(await attempt(() => parseJsonInSlices(text, whole(1, 30))), text).toEqual(
      await attempt(() => JSON.parse(text)),
    );
  }
});
