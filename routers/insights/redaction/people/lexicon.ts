import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Names of people, in small letters, by how sure they are. */
export type Lexicon = {
  /** Given names that are nothing else, whatever their case. */
  given: Set<string>;
  /** Given names that are words too: names where a capital is no first letter of a sentence. */
  givenAndWord: Set<string>;
  /** Given names that are places, months or brands: names only where the sentence says so. */
  weak: Set<string>;
  /** Family names that are nothing else. */
  family: Set<string>;
  /** Family names that are words too. */
  familyAndWord: Set<string>;
  /** The most common family names that are words too, which follow given names in small letters. */
  common: Set<string>;
};

const list = (name: string) =>
  readFileSync(new URL(`lexicon/${name}.txt`, import.meta.url), 'utf8')
    .trim()
    .split(/\s+/);

function read(): Lexicon {
  const entry = createRequire(import.meta.url).resolve('@cspell/dict-people-names');
  const american = readFileSync(join(dirname(entry), 'dict/people-names.txt'), 'utf8');
  const familyAndWord = new Set(list('family-names-also-words'));
  const family = new Set(list('family-names'));
  for (const line of american.split('\n')) if (!line.startsWith('#')) family.add(line.toLowerCase().normalize('NFC'));
  for (const word of familyAndWord) family.delete(word);
  family.delete('');
  return {
    given: new Set(list('given-names')),
    givenAndWord: new Set(list('given-names-also-words')),
    weak: new Set(list('names-also-places-or-brands')),
    family,
    familyAndWord,
    common: new Set(COMMON.trim().split(/\s+/)),
  };
}

const COMMON = `
  adams allen bailey baker bauer becker bell bennett bianchi brown bruno butler campbell carter castro chen clark cooper cox
  cruz evans fischer fisher ford foster garcia gray green hall harris hill hoffmann hughes jackson james jones kelly king
  klein koch lambert lee lewis lopez martin mason meyer miller mitchell moore morgan mueller müller murphy murray nelson
  novak parker patel price reed rivera robinson rogers ruiz russo santos schmidt schneider schulz scott shah silva simon
  smith stewart stone taylor thomas thompson turner vargas wagner walker wang ward watson weber white williams wilson wolf
  wong wood wright young huber berger vogel keller schäfer schwarz zimmermann braun krüger hofmann lange krause lehmann
  kaiser fuchs lang jung hahn friedrich roth beck lorenz franke albrecht winter sommer ludwig schuster winkler
`;

let kept: Lexicon | undefined;

/** The lexicon, read at the first question: some 60,000 names, 5 MB. */
export const lexicon = () => {
  kept ??= read();
  return kept;
};
