import { describe, expect, it } from 'vitest';
import { numbersIn } from '../../web/parts/numbers.ts';

const LOCALES = ['en-US', 'en-IN', 'de-DE', 'de-AT', 'de-CH', 'fr-FR', 'es-ES', 'pt-BR', 'sv-SE', 'pl-PL', 'ar-EG'];

describe('a number that is typed', () => {
  it.each([
    ['en-US', '12,500', 12_500],
    ['en-US', '12.5', 12.5],
    ['en-US', '1,234,567.89', 1_234_567.89],
    ['de-DE', '12.500', 12_500],
    ['de-DE', '12,5', 12.5],
    ['de-DE', '12,500', 12.5],
    ['de-CH', '12’500.5', 12_500.5],
    ['de-CH', "12'500", 12_500],
    ['fr-FR', '12\u202f500,5', 12_500.5],
    ['fr-FR', '12 500', 12_500],
    ['es-ES', '1.234', 1234],
    ['en-IN', '12,34,567', 1_234_567],
    ['ar-EG', '١٢٬٥٠٠', 12_500],
  ])('is read in %s as it is written there: %s', (locale, text, value) => {
    expect(numbersIn(locale).read(text)).toBe(value);
  });

  it.each([
    ['en-US', '12,5'],
    ['en-US', '0,500'],
    ['en-US', '1,2,3'],
    ['en-US', '12,'],
    ['de-DE', '12.5'],
    ['de-DE', '0.500'],
    ['fr-FR', '12.5'],
    ['en-US', '1e5'],
    ['en-US', '12 apples'],
    ['en-US', '-'],
  ])('is refused in %s where it may mean something else: %s', (locale, text) => {
    expect(numbersIn(locale).read(text)).toBe('unclear');
  });

  it.each(['', ' ', '\u00a0'])('is missing in an empty field, and no zero: %j', (text) => {
    expect(numbersIn('en-US').read(text)).toBe('missing');
  });

  it.each([
    [' 4,210.5\u00a0', 4210.5],
    ['−3', -3],
    ['+3', 3],
    ['１２', 12],
    ['.5', 0.5],
    ['-0', 0],
  ])('is taken as people paste it: %j', (text, value) => {
    expect(numbersIn('en-US').read(text)).toBe(value);
  });

  it.each(LOCALES)('is what a field shows in %s', (locale) => {
    const { read, shown } = numbersIn(locale);

    for (const value of [0, 7, 999, 1000, 12_500, -4210.5, 1_234_567.891, 1_000_000_000])
      expect(read(shown(value))).toBe(value);
    expect(shown(null)).toBe('');
  });
});
