import {
  CHANNELS,
  ENGINES,
  GOAL_CATEGORIES,
  GOAL_TYPES,
  InsightContext,
  REVIEW_SOURCES,
  SCORE_KEYS,
  type ScoreKey,
} from '../../../insights/wire.ts';

const VERTICALS = InsightContext.shape.vertical.options;

/** Normalizes spelling: `Technical SEO`, `technical-seo` and `technicalSeo` become `technical_seo`. */
const snakeCase = (text: string) =>
  text
    .replace(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');

/** Maps free text to a word of a closed list, or to `other`, so that no free text leaves the portal. */
function mapperTo<Word extends string>(words: readonly Word[], aliases: Record<string, Word> = {}) {
  const known = new Map<string, Word>([...words.map((word) => [word, word] as const), ...Object.entries(aliases)]);
  return (text: string | null): Word => known.get(snakeCase(text ?? '')) ?? ('other' as Word);
}

export const scoreKeyOf = mapperTo<ScoreKey>(SCORE_KEYS);

export const engineOf = mapperTo(ENGINES, {
  chat_gpt: 'chatgpt',
  openai: 'chatgpt',
  google_gemini: 'gemini',
  google_ai_overview: 'google_ai_overviews',
  ai_overviews: 'google_ai_overviews',
  ai_overview: 'google_ai_overviews',
  ai_mode: 'google_ai_mode',
  bing_copilot: 'copilot',
  microsoft_copilot: 'copilot',
  anthropic: 'claude',
  deep_seek: 'deepseek',
  le_chat: 'mistral',
});

export const reviewSourceOf = mapperTo(REVIEW_SOURCES, {
  google_business: 'google',
  google_business_profile: 'google',
  google_maps: 'google',
  google_reviews: 'google',
  gmb: 'google',
  meta: 'facebook',
  trip_advisor: 'tripadvisor',
  trust_pilot: 'trustpilot',
  booking_com: 'booking',
  open_table: 'opentable',
  trustedshops: 'trusted_shops',
  proven_expert: 'provenexpert',
  angies_list: 'angi',
  better_business_bureau: 'bbb',
  bing_places: 'bing',
  own_website: 'website',
});

export const channelOf = mapperTo(CHANNELS, {
  organic_search: 'organic',
  seo: 'organic',
  search: 'organic',
  none: 'direct',
  '': 'other',
  referrals: 'referral',
  organic_social: 'social',
  social_media: 'social',
  paid_search: 'paid',
  cpc: 'paid',
  ppc: 'paid',
  sem: 'paid',
  ads: 'paid',
  e_mail: 'email',
  newsletter: 'email',
  paid_display: 'display',
  organic_video: 'video',
  paid_video: 'video',
  organic_shopping: 'shopping',
  paid_shopping: 'shopping',
  affiliates: 'affiliate',
  ai: 'ai_assistants',
  ai_assistant: 'ai_assistants',
  ai_search: 'ai_assistants',
  llm: 'ai_assistants',
});

export const goalTypeOf = mapperTo(GOAL_TYPES, {
  sessions: 'traffic',
  lead_generation: 'leads',
  conversions: 'leads',
  sales: 'revenue',
  seo: 'visibility',
  reviews: 'reputation',
});

export const categoryOf = mapperTo(GOAL_CATEGORIES, {
  search: 'seo',
  social_media: 'social',
  reviews: 'reputation',
  listings: 'local',
});

export const verticalOf = mapperTo(VERTICALS, {
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
