import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

// Static fonts: Chromium prints variable fonts as outlines, not as text.
const FACES = [
  { family: 'Inter', font: 'inter', weights: [400, 600] },
  { family: 'Source Serif 4', font: 'source-serif-4', weights: [400] },
];

const rangesOf = (list: string) =>
  list.split(',').map((range) => {
    const [first = '', last = first] = range.slice(2).split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });

interface Cut {
  wanted: (codePoint: number) => boolean;
  css: () => string;
}

function cutsOf({ family, font, weights }: (typeof FACES)[number]): Cut[] {
  const subsets: Record<string, string> = JSON.parse(readFileSync(resolve(`@fontsource/${font}/unicode.json`), 'utf8'));
  return Object.entries(subsets).flatMap(([subset, list]) => {
    const ranges = rangesOf(list);
    const wanted = (codePoint: number) => ranges.some(([first, last]) => codePoint >= first && codePoint <= last);
    return weights.map((weight) => ({
      wanted,
      css() {
        const file = resolve(`@fontsource/${font}/files/${font}-${subset}-${weight}-normal.woff2`);
        const url = `data:font/woff2;base64,${readFileSync(file, 'base64')}`;
        return `@font-face{font-family:"${family}";font-weight:${weight};src:url(${url}) format("woff2");unicode-range:${list}}`;
      },
    }));
  });
}

let cuts: Cut[] | undefined;
const written = new Map<Cut, string>();

/** `@font-face` rules with embedded fonts, limited to the subsets that the text needs. */
export function fontFaces(text: string): string {
  cuts ??= FACES.flatMap(cutsOf);
  const codePoints = [...new Set(text)].map((character) => character.codePointAt(0) ?? 0);
  const needed = cuts.filter(({ wanted }) => codePoints.some(wanted));
  for (const cut of needed) if (!written.has(cut)) written.set(cut, cut.css());
  return needed.map((cut) => written.get(cut)).join('\n');
}
