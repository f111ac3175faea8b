import { describe, expect, it } from 'vitest';
import { paletteOf } from '../../server/branding/palette.ts';

const WHITE = '#ffffff';
/** Surfaces of the pages on which text in the colour stands. */
const LIGHT = [WHITE, '#faf9f6', '#eef3f2'];
const DARK = ['#0b1920', '#10242f', '#16303b'];

function luminance(hex: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string) {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const COLOURS = ['#ffffff', '#000000', '#ffd400', '#ff0000', '#00ff00', '#0000ff', '#1f4b99', '#808080', '#ff69b4'];

describe.each(COLOURS)('the palette of %s', (colour) => {
  const shades = paletteOf(colour) as [string, ...string[]];
  const at = (shade: number) => shades[shade] ?? '';

  it('has ten colours, the lightest first', () => {
    expect(shades).toHaveLength(10);
    for (const shade of shades) expect(shade).toMatch(/^#[0-9a-f]{6}$/);
    expect(luminance(at(0))).toBeGreaterThanOrEqual(luminance(at(9)));
  });

  it('is legible on every surface, and under white', () => {
    for (const surface of LIGHT) expect(contrast(at(7), surface)).toBeGreaterThanOrEqual(4.5);
    for (const surface of DARK)
      for (const shade of [3, 4]) expect(contrast(at(shade), surface)).toBeGreaterThanOrEqual(4.5);
    for (const shade of [6, 7, 8, 9]) expect(contrast(at(shade), WHITE)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(at(8), at(1))).toBeGreaterThanOrEqual(4.5);
  });
});

it('a colour that is legible stays as it is', () => {
  expect(paletteOf('#1F4B99')[7]).toBe('#1f4b99');
});
