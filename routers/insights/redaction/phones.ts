import { DASH, type Detector, detector, digitsOf, isCount } from './detector.ts';

const DATE = String.raw`(?!(?<!\d[./-])(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d\d|(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2})(?![./-]?\d))`;
const SEPARATOR = String.raw`(?![ \t]/[ \t][+0(])(?:[ \t]?[${DASH}./·][ \t]?|[ \t]{1,2})`;
const EXTENSION = String.raw`(?:[ ,;]{0,2}(?:x|ext\.?|extension|#|durchwahl|poste)[ .]{0,2}\d{1,6})?`;

/** Digit groups as in phone numbers, without dates. */
const GROUPS = new RegExp(
  String.raw`(?<![\p{L}\p{N}_$€£¥₹#@]|\d[.,:/%${DASH}])${DATE}(?:(?:\+|(?<!\d)00)[ \t]?)?\(?\+?\d{1,15}\)?(?:(?:${SEPARATOR}|(?<=\))|(?=\())${DATE}\(?\d{1,12}\)?){0,9}${EXTENSION}(?![\p{L}\p{N}_%‰°]|[.,:]\d)`,
  'giu',
);

const PHONE_WORD_BEFORE =
  /(?:phone|phones?|tel|telephone|mobile|cell|cellphone|fax|call|calls|called|calling|dial|ring|text|texted|sms|whatsapp|signal|telegram|viber|hotline|helpline|landline|reach(?:ed)?|contact|number is|number:|numbers? are|rufe?n?|anrufen|telefon|handy|mobil|rückruf|appel\p{L}*|téléphone|portable|joindre|ll[aá]m\p{L}*|tel[eé]fono|móvil|chiam\p{L}*|cellulare|ligue|telefone|celular|bel|telefoon|zadzwo\p{L}*|тел\p{L}*|звон\p{L}*|电话|電話|手机)[^\p{L}\d]{0,4}(?:(?:me|us|him|her|them|number|no|nr|is|was|on|at|under|back|the|my|our|your|his|al|au|unter|via|via|to|for|support|office|reception|desk)[^\p{L}\d]{1,3}){0,5}$/iu;
const PHONE_WORD_AFTER =
  /^[^\p{L}\d]{0,3}(?:is|was|ist|est|es)? ?(?:my|our|his|her|their|the|meine|mon|mi) (?:\p{L}+ )?(?:phone|number|mobile|cell|telephone|nummer|numéro|número)/iu;

/** Labels of other ten-digit numbers. */
const OTHER_LABEL =
  /(?:\bid|order|invoice|ticket|campaign|case|ref(?:erence)?|sku|isbn|ean|gtin|upc|no\.?|nr\.?|item|article|build|group|version)[ :]{0,3}$/i;

const groupLengths = (text: string) => (text.match(/\d+/g) ?? []).map(({ length }) => length).join('-');

/** Groupings that only phone numbers have. */
const PHONE_GROUPINGS =
  /^(?:1-)?3-3-4$|^(?:1-)?3-7$|^5-5$|^5-6$|^2-4-4$|^2-5-4$|^2-3-2-2$|^3-2-2-2$|^3-3-2-2$|^[78]-3-3-2-2$|^4-3-3$|^4-3-4$|^3-5-4$/;
/** Groupings shared with counts, years and lists; they need a phone word nearby. */
const AMBIGUOUS_GROUPINGS =
  /^(?:3-4|4-4|3-3-3|2-2-2-2|3-2-3|2-3-3|4-2-2|3-3-2|7|8|9|10|11|12|3-6|2-7|2-6|4-5|4-6|1-3-4|2-3-4|3-3-4)$/;

const isGroupedByThousands = (text: string) => /^[1-9]\d{0,2}(?:([ .])\d{3})(?:\1\d{3})*$/.test(text);

function isPhone(found: string, before: string, after: string) {
  const number = found.replace(/(?:x|ext|#|durchwahl|poste).*$/i, '').trim();
  const digits = digitsOf(number);
  if (digits.length < 7 || digits.length > 15) return false;
  if (isCount(after) && (/^\+?\d+$/.test(number) || isGroupedByThousands(number))) return false;
  if (PHONE_WORD_BEFORE.test(before) || PHONE_WORD_AFTER.test(after))
    return AMBIGUOUS_GROUPINGS.test(groupLengths(number)) || digits.length >= 8;
  if (digits.length < 8) return false;
  if (/^\(?(?:\+|00)[ \t]?\(?[1-9]/.test(number)) return true;
  if (/\(\d{1,5}\)/.test(number)) return digits.length >= 9;
  if (/^0[1-9]/.test(number)) return digits.length >= 9 && digits.length <= 12;
  if (/^1[3-9]\d{9}$/.test(number) && !/0000$/.test(number)) return true;
  if (isGroupedByThousands(number) || /000$/.test(digits)) return false;
  if (/^1?[2-9]\d{9}$/.test(number)) return !OTHER_LABEL.test(before);
  if (/^1[3-9]\d[ -]\d{4}[ -]\d{4}$/.test(number)) return true;
  return (
    PHONE_GROUPINGS.test(groupLengths(number)) && !/^1\d\d \d{3} /.test(number) && !/^(?:19|20)\d\d\b/.test(number)
  );
}

/** Splits a run too long for one number into adjoining numbers, longest first. */
const phones: Detector = (text) =>
  text.replace(GROUPS, (run: string, at: number) => {
    const [before, after] = [text.slice(Math.max(0, at - 48), at), text.slice(at + run.length, at + run.length + 48)];
    if (isPhone(run, before, after)) return '[phone]';
    const pieces = run.match(/[^\d]*\d+\)?/g) ?? [];
    if (digitsOf(run).length <= 15) return run;
    for (let from = 0; from < pieces.length; from++)
      for (let to = pieces.length; to > from; to--) {
        const piece = pieces.slice(from, to).join('');
        const start = piece.search(/[+(\d]/);
        if (!isPhone(piece.slice(start), before, ' ')) continue;
        return `${pieces.slice(0, from).join('')}${piece.slice(0, start)}[phone]${phones(pieces.slice(to).join(''))}`;
      }
    return run;
  });

const VANITY_NUMBER = new RegExp(
  `(?<![\\w])(?:\\+?1[ ${DASH}.])?8(?:00|33|44|55|66|77|88)[ ${DASH}.][A-Z]{3,10}(?:-[A-Z]{2,6})?\\b`,
  'g',
);

/** Phone numbers in the formats of more than ten countries: with + or 00, a trunk 0, brackets or digit groups. */
export const PHONES: Detector[] = [phones, detector('phone', VANITY_NUMBER)];
