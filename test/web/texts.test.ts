import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROBLEM_NAMES, problemOf } from '../../routers/connections/problems.ts';
import { ACTIONS } from '../../routers/operator/actions.ts';
import { TRAIL_EVENTS } from '../../server/identity/security-trail.ts';

const NAMES = globSync('web/texts/en/*.ts')
  .map((path) => basename(path, '.ts'))
  .filter((name) => !['en', 'inside'].includes(name))
  .sort();

/** The texts of a file by their path; those of a list count as well. */
function flattened(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value as object).flatMap(([key, one]) => flattened(one, `${path}.${key}`));
}

const file = (language: string, name: string) => import(`../../web/texts/${language}/${name}.ts`);

const textsIn = async (language: string, name: string) => new Map(flattened(await file(language, name)));

const placesIn = (text = '') => [...text.matchAll(/{{(\w+)}}/g)].map(([, place]) => place).sort();

it('the German texts are in files of the same names', () => {
  const files = globSync('web/texts/de/*.ts').map((path) => basename(path, '.ts'));

  expect(files.sort()).toEqual([...NAMES, 'assessments', 'de', 'inside', 'refusals'].sort());
});

describe.each(NAMES)('the texts of %s', (name) => {
  it('say the same in German, with the same places to fill in and forms of the plural', async () => {
    const [english, german] = [await textsIn('en', name), await textsIn('de', name)];

    expect(english.size).toBeGreaterThan(0);
    expect([...german.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [path, text] of english) expect([path, placesIn(german.get(path))]).toEqual([path, placesIn(text)]);
    for (const [path, text] of german) expect([path, text.trim()]).not.toEqual([path, '']);
  });

  it('quote as German does', async () => {
    for (const [path, text] of await textsIn('de', name))
      expect([path, text]).not.toEqual([path, expect.stringMatching(/[“"'](?=\p{L}|\{\{)/u)]);
  });
});

it('a count before what is counted has both forms, the singular too', async () => {
  const counted =
    /\{\{(?!tool)\w+\}\} (?:active )?(?:answers|assistants|clients|clicks|days|pages|points|questions|ratings|records|reports|reviews|rows|scans|stars|steps|tasks|times|visits|words)\b/;
  for (const name of NAMES) {
    const texts = await textsIn('en', name);
    for (const [path, text] of texts) {
      if (path.endsWith('_other')) expect([path, texts.has(path.replace(/_other$/, '_one'))]).toEqual([path, true]);
      else expect([path, text]).not.toEqual([path, expect.stringMatching(counted)]);
    }
  }
});

it('English texts are American, and say things by the words of people who sell no software', async () => {
  const foreign =
    /\b(?:cancelled|colour|telephone|mean (?:position|rating|score|place)|[KM]iB|begun|vertical|(?:taken?|takes) in|kept sealed|of single people)\b/i;
  for (const name of NAMES)
    for (const [path, text] of await textsIn('en', name))
      expect([path, text]).not.toEqual([path, expect.stringMatching(foreign)]);
  for (const name of NAMES)
    for (const [path, text] of await textsIn('de', name))
      expect([path, text]).not.toEqual([path, expect.stringMatching(/[KM]iB|mittlere[rn]? (?:Position|Platz)/i)]);
});

it('names of controls contain what is written on them, in the same words', async () => {
  for (const language of ['en', 'de'])
    for (const name of NAMES) {
      const texts = await textsIn(language, name);
      for (const [path, label] of texts) {
        const written = path.endsWith('Of') ? texts.get(path.slice(0, -'Of'.length)) : undefined;
        if (written)
          expect([path, label.toLowerCase()]).toEqual([path, expect.stringContaining(written.toLowerCase())]);
      }
    }
});

it('every refusal that has German words is one of the portal, and keeps its numbers', async () => {
  const sources = globSync(['server/**/*.ts', 'routers/**/*.ts']);
  // Numbers stand in the sources as such, or as an expression in braces.
  const code = (await Promise.all(sources.map((path) => readFile(path, 'utf8'))))
    .join('\n')
    .replaceAll(/\$\{[^}]*\}|\d+/g, '#');
  const { refusals } = (await file('de', 'refusals')) as { refusals: { sentences: Record<string, string> } };

  for (const [english, german] of Object.entries(refusals.sentences)) {
    expect(code).toContain(english);
    expect([german, german.match(/#/g)]).toEqual([german, english.match(/#/g)]);
  }
});

it('every event of the security trail has a name', async () => {
  const { trail } = await file('en', 'trail');

  expect(Object.keys(trail.trailEvents).sort()).toEqual([...TRAIL_EVENTS].sort());
});

it('every action in the trail of operators has a name', async () => {
  const { trail } = await file('en', 'trail');

  expect(Object.keys(trail.operatorActions)).toEqual([...ACTIONS]);
});

it('the causes of failing connections are said as the portal says them', async () => {
  const { figuresIn } = await file('en', 'figures-in');

  for (const name of PROBLEM_NAMES)
    expect(figuresIn.connections.causes[name].replaceAll('{{tool}}', 'Matomo')).toBe(
      problemOf(name).sentence('Matomo'),
    );
});
