import { type Detector, detector, digitsOf, isCount, where } from './detector.ts';
import { EASTERN } from './national/eastern.ts';
import { ELSEWHERE } from './national/elsewhere.ts';
import { ENGLISH_SPEAKING } from './national/english-speaking.ts';
import { GERMAN_SPEAKING } from './national/german-speaking.ts';
import { FAR_SSN, LABELLED, NUMBER_FIRST } from './national/labels.ts';
import { NORTHERN } from './national/northern.ts';
import { WESTERN } from './national/western.ts';

const FORMS = [ENGLISH_SPEAKING, GERMAN_SPEAKING, WESTERN, NORTHERN, EASTERN, ELSEWHERE].flat();

/** What numbers of other things are called. */
const OTHER_NUMBER =
  /(?:order|invoice|ticket|campaign|case|ref(?:erence)?|sku|isbn|ean|gtin|upc|item|article|build|group|version|property|tag|bestellung|rechnung|auftrag|artikel|kampagne|booking|buchung|tracking|shipment|sendung)(?: ?(?:no\.?|nr\.?|id|number|nummer))?[ :#]{0,3}$/i;

const isThousands = (found: string) => /^\d{1,3}(?:([ .])\d{3})(?:\1\d{3})*$/.test(found);

/** Numbers of people by the form and the check digits of their country. */
const byForm = FORMS.map(({ pattern, valid }) =>
  detector(
    'number',
    new RegExp(`(?<![\\p{L}\\p{N}$€£.,/#_-])${pattern}(?![\\p{L}\\p{N}%]|[.,/-]\\d)`, 'giu'),
    (found, before, after) =>
      !OTHER_NUMBER.test(before) && !isCount(after) && !isThousands(found) && (valid?.(found) ?? true),
  ),
);

/** Six digits or more, or five with a letter: years, and counts of pages about passports, are no numbers of people. */
const isNumber = (found: string, _before: string, after: string) => {
  const digits = digitsOf(found).length;
  return (
    !isCount(after) &&
    (digits >= 6 || (digits >= 4 && /[A-Z]/i.test(found)) || (digits >= 2 && /^[A-Z\d]{8,12}$/.test(found))) &&
    !/^\d{1,3}(?:,\d{3})+$/.test(found)
  );
};

/** National identity, tax, insurance and passport numbers. */
export const NATIONAL: Detector[] = [
  // An identity card may have three digits among its letters.
  where(/\d(?:[^\d\n]{0,7}\d){2}/, [detector('number', LABELLED, isNumber)]),
  where(/\d(?:[^\d\n]{0,3}\d){3}/, [detector('number', NUMBER_FIRST), detector('ssn', FAR_SSN), ...byForm]),
];
