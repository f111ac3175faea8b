// Words of the figures that are recognized when mistyped. Shorter ones are too close to others.
const WORDS =
  `reviews review rating ratings average unanswered sessions session visits visitors traffic website pageviews
  conversions conversion channel channels organic direct referral social newsletter google facebook trustpilot tripadvisor
  chatgpt perplexity gemini copilot assistants competitors competitor ranking visibility score scores goals overdue
  published impressions position january february august september october november december month months compare
  bewertungen bewertung rezensionen durchschnitt unbeantwortet unbeantwortete besuche besucher sitzungen seitenaufrufe
  kanaele konversionen wettbewerber konkurrenz sichtbarkeit punktzahl aufgaben ueberfaellig veroeffentlicht klicks
  impressionen januar februar oktober dezember monat monate vergleich meisten reichweite`.split(/\s+/);

const KNOWN = new Set(WORDS);
// Words of their own that are one or two letters from one above.
const OTHERS = new Set(
  'preview previews ausgaben stores scopes conversation conversations positive directly director organise organize revenue changes banking socially besuchen bewerten website websites'.split(
    ' ',
  ),
);

const MAX_WORDS = 60;

/** The letters to add, remove, replace or swap with their neighbour between two words. */
function distance(one: string, other: string): number {
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let at = 1; at <= other.length; at++) {
      const same = one[row - 1] === other[at - 1];
      const swapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      next[at] = Math.min(
        (next[at - 1] ?? 0) + 1,
        (last[at] ?? 0) + 1,
        (last[at - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, next];
  }
  return last[other.length] ?? 0;
}

function corrected(word: string): string {
  if (word.length < 6 || KNOWN.has(word) || OTHERS.has(word)) return word;
  const most = word.length < 9 ? 1 : 2;
  const [closest] = WORDS.filter((known) => known.length > 4 && Math.abs(known.length - word.length) <= most)
    .map((known) => ({ known, away: distance(word, known) }))
    .filter(({ away }) => away <= most)
    .sort((one, other) => one.away - other.away);
  return closest?.known ?? word;
}

const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** A question in lower case, without umlauts and marks of redaction, its mistyped words mended. */
export function plainWords(question: string): string {
  let words = 0;
  return question
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\[[a-z]+\]/g, ' ')
    .replaceAll(/[äöüß]/g, (letter) => UMLAUTS[letter] ?? letter)
    .replaceAll(/[a-z]+/g, (word) => (++words > MAX_WORDS ? word : corrected(word)));
}
