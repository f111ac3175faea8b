import { expect, it } from 'vitest';
import { Place } from '../../routers/measurement/prompt-fields.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const isPlace = (country: string) => Place.safeParse({ country }).success;

it('A place has one of the 249 codes of ISO 3166, and no other code of Unicode', () => {
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

  expect(codes.filter(isPlace)).toHaveLength(249);
  expect(['US', 'GB', 'DE', 'GR', 'AQ'].filter(isPlace)).toHaveLength(5);
  expect(['UK', 'DD', 'EU', 'XK', 'ZZ', 'us', 'USA', 'QA1'].filter(isPlace)).toEqual([]);
});
