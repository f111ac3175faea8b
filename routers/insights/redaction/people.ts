import { type Detector, detector } from './detector.ts';
import { FAMILY_NAMES, GIVEN_NAMES } from './names.ts';

const PARTICLE = '(?:(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|bin|ibn|al|el|ter|ten|zu|y)[ -])';
const INITIAL = String.raw`(?:\p{Lu}\.?\s)`;
const SURNAME = String.raw`${PARTICLE}{0,2}(?:(?:O|D|L)['’]|Mc|Mac|al-|el-)?\p{Lu}[\p{L}'’]{1,30}(?:-\p{Lu}[\p{L}'’]{1,30})?`;
const WORD = String.raw`\p{Lu}[\p{L}'’]{1,30}(?:-\p{Lu}[\p{L}'’]{1,30})?`;

const TITLED = new RegExp(
  String.raw`(?<!\p{L})(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof(?:essor)?|Herr|Frau|Mme|Mlle|Madame|Monsieur|Sra?|Señora?|Sig(?:nora?)?|Sir|Dame|Pan|Pani|mr|mrs|ms|dr|prof)\.?\s(?:(?:Dr|Prof)\.?\s){0,2}${INITIAL}{0,2}${SURNAME}(?:\s${SURNAME}){0,2}`,
  'gu',
);
const CAPITAL = new RegExp(String.raw`(?<![\p{L}\p{N}_@.-])${WORD}`, 'gu');
const REST = new RegExp(String.raw`\s${INITIAL}{0,2}(?:${WORD}\s)?${SURNAME}(?![\p{L}\p{N}_@])`, 'uy');
const REVERSED = new RegExp(String.raw`(?<!\p{L})${SURNAME},\s${WORD}(?!\p{L})`, 'gu');
const LOWERCASE = /(?<![\p{L}\p{N}_@.-])\p{Ll}{2,20} \p{Ll}{2,20}(?![\p{L}\p{N}_@])/gu;
const INTRODUCED =
  /(?<keep>(?<!\p{L})(?:my (?:full |first |last )?name(?: is|’s|'s|:)|(?:full |first |last |sur|contact |patient |customer |client )name(?: is|:)|i am called|ich hei(?:ß|ss)e|mein name ist|je m['’]appelle|mi nombre es|me llamo|mi chiamo|meu nome é|named)\s)\p{L}[\p{L}'’-]{1,30}(?:\s(?!and\b|but\b|why\b|how\b|what\b|can\b|from\b|with\b|i\b|my\b|we\b|und\b|et\b|y\b|the\b|on\b|in\b|at\b)\p{L}[\p{L}'’-]{1,30})?/giu;

const isGivenName = (word = '') => GIVEN_NAMES.has(word.toLowerCase().split('-')[0] ?? '');

/** A given name followed by capitalized words. */
const fullNames: Detector = (text) => {
  let [rest, from] = ['', 0];
  for (const { 0: first, index } of text.matchAll(CAPITAL)) {
    REST.lastIndex = index + first.length;
    const [following] = (index >= from && isGivenName(first) && REST.exec(text)) || [];
    const [next = ''] = /^ \p{L}+/u.exec(text.slice(REST.lastIndex, REST.lastIndex + 16)) ?? [];
    if (following === undefined || NO_SURNAME.test(following) || NO_SURNAME.test(next)) continue;
    rest += `${text.slice(from, index)}[name]`;
    from = index + first.length + following.replace(/['’]s$/, '').length;
  }
  return rest + text.slice(from);
};

/** Words that follow a given name in products, places and companies. */
const NO_SURNAME =
  /\s(?:Inc|Ltd|LLC|GmbH|Corp|Co|Street|Avenue|Road|Park|University|Hospital|Clinic|Dental|College|School|Airport|Beach|City|Campaign|Report|Page|Pages|Post|Blog|Day|Week|Score|Index|Analytics|Ads|January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)$/u;

/** Names of people, recognized by a title, a known given name or an introduction. */
export const PEOPLE: Detector[] = [
  detector('name', TITLED),
  detector('name', INTRODUCED),
  fullNames,
  detector('name', REVERSED, (found) => isGivenName(found.split(/,\s/)[1])),
  detector('name', LOWERCASE, (found) => {
    const [first = '', last = ''] = found.split(' ');
    return isGivenName(first) && FAMILY_NAMES.has(last);
  }),
];
