import { expect, it } from 'vitest';
import { Email, Phone } from '../../routers/auth/shapes.ts';
import { bareCode } from '../../web/parts/values.ts';

it.each([
  '123 456',
  '123-456',
  ' 123456 ',
  '123\u00a0456',
  '123\u202f456',
  '123–456',
  '\u200b123456\ufeff',
  '１２３４５６',
])('a code is taken as people type and paste it: %j', (typed) => {
  expect(bareCode(typed)).toBe('123456');
});

it('a backup code keeps its letters', () => {
  expect(bareCode('k3vn\u201177aq - w2dm')).toBe('k3vn77aqw2dm');
});

it.each([
  ['\u202d+1 (207) 555‑0142\u202c', '+1 (207) 555-0142'],
  ['01\u00a042\u00a068\u00a053\u00a000 ', '01 42 68 53 00'],
  ['0711 / 12 34–56', '0711 / 12 34-56'],
])('a telephone number is taken as other programs copy it: %j', (pasted, kept) => {
  expect(Phone.parse(pasted)).toBe(kept);
});

it.each([
  ' lena@mail.example ',
  '\u00a0lena@mail.example\u00a0',
  '\u200blena@mail.example\n',
  '\ufefflena@mail.example',
])('an address is taken without the blanks around it: %j', (pasted) => {
  expect(Email.parse(pasted)).toBe('lena@mail.example');
});
