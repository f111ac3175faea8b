import { GOAL_CATEGORIES, GOAL_TYPES, SCORE_KEYS, type ScoreKey, VERTICALS } from '../../../insights/wire.ts';

type Vertical = (typeof VERTICALS)[number];

/** `Technical SEO`, `technical-seo` and `technicalSeo` are one word to us. */
const plain = (text: string) =>
  text
    .replace(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');

/** Finds what somebody wrote in a closed list; what is not on it stays here, and `other` leaves in its place. */
function closed<Word extends string>(words: readonly Word[], aliases: Record<string, Word> = {}) {
  const known = new Map<string, Word>([...words.map((word) => [word, word] as const), ...Object.entries(aliases)]);
  return (text: string | null): Word => known.get(plain(text ?? '')) ?? ('other' as Word);
}

export const scoreKeyOf = closed<ScoreKey>(SCORE_KEYS);

export const goalTypeOf = closed(GOAL_TYPES, {
  sessions: 'traffic',
  lead_generation: 'leads',
  conversions: 'leads',
  sales: 'revenue',
  seo: 'visibility',
  reviews: 'reputation',
});

export const categoryOf = closed(GOAL_CATEGORIES, {
  search: 'seo',
  social_media: 'social',
  reviews: 'reputation',
  listings: 'local',
});

export const verticalOf = closed<Vertical>(VERTICALS, {
  dentist: 'dental',
  dentistry: 'dental',
  dental_practice: 'dental',
  doctor: 'medical',
  health_care: 'healthcare',
  law_firm: 'legal',
  hotel: 'hotels',
  e_commerce: 'ecommerce',
  financial_services: 'finance',
  non_profit: 'nonprofit',
  information_technology: 'it_services',
  realestate: 'real_estate',
  salon: 'hair_salon',
  veterinarian: 'veterinary',
  b2b_saas: 'saas',
});
