import type { InsightContext, ScoreKey } from '../../wire.ts';

let numerals: Intl.NumberFormat | undefined;

/** A number in German notation, such as 4.210 or 58,4. */
export function numberInGerman(value: number) {
  numerals ??= new Intl.NumberFormat('de', { maximumFractionDigits: 2 });
  return numerals.format(value);
}

export const percentInGerman = (fraction: number) => `${numberInGerman(Math.round(fraction * 1000) / 10)} Prozent`;

export const countedInGerman = (value: number, one: string, many: string) =>
  `${numberInGerman(value)} ${value === 1 ? one : many}`;

export const joinInGerman = (words: string[]) =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} und ${words.at(-1)}`;

/** The German names of score components. */
export const GERMAN_COMPONENTS: Record<ScoreKey, string> = {
  foundation: 'Fundament',
  authority: 'Autorität',
  engagement: 'Interaktion',
  discovery: 'Auffindbarkeit',
  reputation: 'Ruf',
  technical: 'Technik',
  technical_seo: 'technisches SEO',
  page_speed: 'Ladezeit',
  mobile: 'Mobildarstellung',
  structured_data: 'strukturierte Daten',
  content: 'Inhalte',
  content_quality: 'Qualität der Inhalte',
  freshness: 'Aktualität',
  listings: 'Einträge',
  local_listings: 'lokale Einträge',
  citations: 'Nennungen in Verzeichnissen',
  reviews: 'Bewertungen',
  backlinks: 'Links von anderen Websites',
  brand_mentions: 'Markennennungen',
  social: 'soziale Netzwerke',
  ai_visibility: 'KI-Suche',
  accessibility: 'Barrierefreiheit',
  security: 'Sicherheit',
  other: 'weitere Bestandteile',
};

const MONTHS = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ');

export const bareMonthInGerman = (month: string) => MONTHS[Number(month.slice(5)) - 1] ?? '';

export const monthInGerman = (month: string) => `${bareMonthInGerman(month)} ${month.slice(0, 4)}`;

/** When the score moved last, and how, after the sentence that it did not lately. */
export function lastMoveInGerman(moved: NonNullable<InsightContext['visibility']>['last_change']) {
  if (!moved) return '';
  const { month, before, dynamic_score: after } = moved;
  const points = numberInGerman(Math.abs(Math.round((after - before) * 10) / 10));
  return ` Zuletzt hat er sich im ${monthInGerman(month)} verändert: Er ist um ${points} Punkte ${after > before ? 'gestiegen' : 'gefallen'}, von ${numberInGerman(before)} auf ${numberInGerman(after)}.`;
}
