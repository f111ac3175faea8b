// A run of digits, with what may join digits of one number.
const RUN = /(?<![\p{L}\p{N}#/@_-])[+-]?\d[\d.,'’]*(?:[ /-]\d[\d.,'’]*)*(?![\p{L}\p{N}_@/-])/gu;
const ONE_NUMBER = /^[+-]?\d+(?:[.,]\d{1,2})?$/;
const GROUPED = /^[+-]?\d{1,3}(?:[.,'’]\d{3})+$/;
// What follows a number that counts something.
const UNIT =
  /^\s*(?:%|percent|prozent|points?|punkten?|stars?|sternen?|reviews?|bewertung|rezension|visit|session|besuch|sitzung|users?|nutzer|clicks?|klicks?|goals?|ziele?|tasks?|aufgaben?|conversion|konversion|posts?|page)/i;
// What comes before a number that names something or somebody.
const NAMES =
  /(?:#|\b(?:nr|no|num|id|pin|code|room|zimmer|kunde|kundin|client|patient|patientin|customer|case|fall|akte|invoice|rechnung|order|bestellung|account|konto|number|nummer|born|geboren|aged?|alter|tel|phone|fax|plz|zip)\.?:?\s*)$/i;

const MAX = 10;

function numberOf(run: string): number | undefined {
  const text = run.replace(/[.,'’]+$/, '');
  if (GROUPED.test(text)) return Number(text.replace(/[.,'’]/g, ''));
  return ONE_NUMBER.test(text) ? Number(text.replace(',', '.')) : undefined;
}

/**
 * The figures of a redacted question: numbers below a thousand that name nothing, and larger ones that say of what they
 * are. Anything else might be the number of a person, a card or an account.
 */
export function figuresInQuestion(question: string): number[] {
  const found = [...question.normalize('NFKC').matchAll(RUN)].flatMap(({ 0: run, index }) => {
    const value = numberOf(run);
    const counts = UNIT.test(question.slice(index + run.length));
    if (value === undefined || NAMES.test(question.slice(0, index)) || Math.abs(value) > 1_000_000) return [];
    return counts || Math.abs(value) < 1000 ? [value] : [];
  });
  return [...new Set(found)].slice(0, MAX);
}
