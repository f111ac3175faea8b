/** How well-known sources write themselves. */
const NAMES: Record<string, string> = {
  anthropic: 'Claude',
  business_profile: 'Google Business Profile',
  chatgpt: 'ChatGPT',
  claude: 'Claude',
  copilot: 'Copilot',
  facebook: 'Facebook',
  gemini: 'Gemini',
  google: 'Google',
  google_analytics: 'Google Analytics',
  google_reviews: 'Google',
  healthgrades: 'Healthgrades',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  matomo: 'Matomo',
  openai: 'ChatGPT',
  perplexity: 'Perplexity',
  plausible: 'Plausible',
  search_console: 'Search Console',
  tiktok: 'TikTok',
  umami: 'Umami',
  yelp: 'Yelp',
  youtube: 'YouTube',
};

/** The name of an assistant, a network or a directory, which data knows by a key; of others the key. */
export const properName = (key: string) => (Object.hasOwn(NAMES, key) ? NAMES[key] : key) ?? key;
