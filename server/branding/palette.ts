// Shades of the colour of a brand. Those that carry text are as dark or light as WCAG AA asks, whatever the colour is.

type Rgb = readonly number[];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
/** The darkest light surface and the lightest dark one on which text in the colour stands. */
const LIGHT: Rgb = [238, 243, 242];
const DARK: Rgb = [39, 68, 79];
/** A little more than 4.5, since shades are rounded. */
const LEGIBLE = 4.6;

const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
const hexOf = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
const mixed = (one: Rgb, other: Rgb, share: number): Rgb =>
  one.map((part, index) => part + ((other[index] ?? 0) - part) * share);

function luminance(rgb: Rgb) {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) =>
    part <= 10.31475 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Rgb, other: Rgb) {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const STEPS = Array.from({ length: 101 }, (_, step) => step / 100);

/** The colour with as little of another as makes it legible on a surface. */
const legible = (colour: Rgb, added: Rgb, surface: Rgb) =>
  STEPS.map((share) => mixed(colour, added, share)).find((rgb) => contrast(rgb, surface) >= LEGIBLE) ?? added;

/** The lightest shade that carries white text: buttons on dark pages must not fade into them. */
const lightestUnderWhite = (colour: Rgb) =>
  STEPS.map((share) => mixed(colour, WHITE, share)).findLast((rgb) => contrast(rgb, WHITE) >= LEGIBLE) ?? colour;

/**
 * Ten shades of a colour, from the lightest, as Mantine counts them: 7 is the colour itself, or as much darker as text
 * on light surfaces must be; 3 and 4 are for text on dark ones, 6 for buttons there.
 */
export function paletteOf(colour: string) {
  const own = legible(rgbOf(colour), BLACK, LIGHT);
  const [faint, tint, soft] = [mixed(own, WHITE, 0.92), mixed(own, WHITE, 0.85), mixed(own, WHITE, 0.7)];
  const onDark = legible(own, WHITE, DARK);
  const shades = [
    faint,
    tint,
    soft,
    mixed(onDark, WHITE, 0.2),
    onDark,
    mixed(own, WHITE, 0.3),
    lightestUnderWhite(own),
    own,
    legible(mixed(own, BLACK, 0.2), BLACK, tint),
    mixed(own, BLACK, 0.6),
  ];
  return shades.map(hexOf);
}
