/** How well-known assistants and directories write themselves; the pages have the same and more. */
export const PROPER_NAMES: Record<string, string> = {
  anthropic: 'Claude',
  chatgpt: 'ChatGPT',
  claude: 'Claude',
  copilot: 'Copilot',
  facebook: 'Facebook',
  gemini: 'Gemini',
  google: 'Google',
  google_reviews: 'Google',
  healthgrades: 'Healthgrades',
  openai: 'ChatGPT',
  perplexity: 'Perplexity',
  yelp: 'Yelp',
};

/** The name of an assistant or a directory, which data knows by a key; of others the key. */
export const properName = (key: string) => (Object.hasOwn(PROPER_NAMES, key) ? PROPER_NAMES[key] : key) ?? key;
