/** How well-known sources write themselves. */
const NAMES: Record<string, string> = {
  chatgpt: 'ChatGPT',
  claude: 'Claude',
  copilot: 'Copilot',
  facebook: 'Facebook',
  gemini: 'Gemini',
  google: 'Google',
  healthgrades: 'Healthgrades',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  perplexity: 'Perplexity',
  tiktok: 'TikTok',
  yelp: 'Yelp',
  youtube: 'YouTube',
};

/** The name of an assistant, a network or a directory, which data knows by a key; of others the key. */
export const properName = (key: string) => (Object.hasOwn(NAMES, key) ? NAMES[key] : key) ?? key;
