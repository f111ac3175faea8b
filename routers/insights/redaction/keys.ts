import { type Detector, detector } from './detector.ts';

/** Key prefixes by vendor; the rest of the word belongs to the key. */
const VENDORS = [
  '(?:A3T[A-Z0-9]|AKIA|ASIA|AGPA|AIDA|AROA|ANPA|ANVA|ABIA|ACCA)(?=[A-Z0-9]{12})', // AWS
  'AIza(?=[\\w-]{20})|ya29\\.|GOCSPX-', // Google
  'gh[pousr]_|github_pat_', // GitHub
  'gl(?:pat|dt|rt|ptt|ft|cbt|soat|agent|oas|imt)-', // GitLab
  'xox[a-z]-|xapp-|https://hooks\\.slack\\.com/\\w{1,12}/', // Slack
  '[sprw]k_(?:live|test)_|whsec_|rzp_(?:live|test)_', // Stripe, Razorpay
  'sk-(?=[\\w-]{16})|gsk_|xai-(?=\\w{16})', // OpenAI, Anthropic, Groq, xAI
  'pplx-|r8_|hf_', // Perplexity, Replicate, Hugging Face
  'SG\\.(?=[\\w-]{10})|key-(?=[0-9a-f]{20})|xkeysib-|re_(?=\\w{16})', // SendGrid, Mailgun, Brevo, Resend
  '(?:AC|SK|AP|PN)(?=[0-9a-f]{32})', // Twilio
  'npm_|pypi-|rubygems_|dckr_pat_|crates_', // registries
  'sq0[a-z]{3}-|EAAA(?=\\w{20})|EAA(?=\\w{40})', // Square, Facebook
  'shp(?:at|ca|pa|ss|ua)_|pat-[a-z]{2}\\d-|pat(?=\\w{14}\\.)', // Shopify, HubSpot, Airtable
  'do[opr]_v1_|dp\\.(?:pt|st|ct|sa|scim|audit)\\.|lin_(?:api|oauth)_', // DigitalOcean, Doppler, Linear
  'secret_(?=\\w{20})|ntn_|figd_|PMAK-', // Notion, Figma, Postman
  'ATATT3|ATCTT3|sl\\.(?=[\\w-]{40})|NRAK-|NRJS-', // Atlassian, Dropbox, New Relic
  'glsa_|sntrys_|sbp_|vercel_|phc_|phx_', // Grafana, Sentry, Supabase, Vercel, PostHog
  'CFPAT-|v1\\.0-(?=[0-9a-f]{20})|AGE-SECRET-KEY-|hvs\\.', // Contentful, Cloudflare, age, Vault
  'fo1_|tskey-|pk_(?=[\\w-]{16})', // Fly, Tailscale, this portal
];
const VENDOR = new RegExp(`(?<![A-Za-z0-9])(?:${VENDORS.join('|')})[\\w./+=~-]{8,512}`, 'g');

const TELEGRAM = /(?<!\w)\d{6,12}:[A-Za-z0-9_-]{30,64}/g;
const DISCORD = /(?<![\w.])[\w-]{23,28}\.[\w-]{6}\.[\w-]{27,45}(?![\w.])/g;
const MAILCHIMP = /(?<![0-9a-z])[0-9a-f]{32}-us\d{1,2}(?!\w)/g;
const JWT = /(?<![\w-])eyJ[\w-]{5,4000}(?:\.[\w-]{0,4000}){1,4}/g;
const PEM = /-----BEGIN [A-Z0-9 ]{1,40}-----[^-]{0,8000}(?:-{1,4}[^-]{1,8000}){0,4}(?:-----END [A-Z0-9 ]{1,40}-----)?/g;
const SSH = /(?<!\w)(?:ssh-(?:rsa|ed25519|dss)|ecdsa-sha2-\w{1,20}) [A-Za-z0-9+/=]{20,4000}/g;
const IN_URL = /(?<keep>[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/:@]{1,256}:[^\s/@]{1,256}(?=@)/gi;
const SCHEME =
  /(?<keep>\b(?:bearer|basic|apikey|token) )(?:(?=[\w.~+/=-]*\d)[\w.~+/=-]{12,4000}|[\w.~+/=-]{16,4000})/gi;

/** A long run of letters, digits and key punctuation. */
const LONG_RUN = /(?<![A-Za-z0-9_+/=-])[A-Za-z0-9_+/=-]{20,4000}/g;

const characterClass = (character: string) => (/\d/.test(character) ? 0 : /[A-Z]/.test(character) ? 1 : 2);

/** Number of changes between digits, capitals and small letters: few in words, many in keys. */
function classChanges(text: string) {
  let count = 0;
  for (let index = 1; index < text.length; index++)
    if (characterClass(text[index] ?? '') !== characterClass(text[index - 1] ?? '')) count++;
  return count;
}

const isMixed = (part: string) => /\d/.test(part) && /[A-Za-z]/.test(part);

function isKey(piece: string) {
  const parts = piece.split(/[_+/=-]+/);
  const hex = parts.some((part) => part.length >= 32 && /^[0-9a-f]+$/i.test(part) && isMixed(part));
  const base64 = /^[A-Za-z0-9+/]{40}$|[+/=]/.test(piece) && isMixed(piece) && classChanges(piece) >= piece.length / 3;
  // The portal's own cookies, links and keys: 32 random bytes.
  const portalToken = /^[\w-]{43}$/.test(piece) && isMixed(piece) && classChanges(piece) >= piece.length / 4;
  return (
    hex ||
    base64 ||
    portalToken ||
    parts.some((part) => part.length >= 16 && isMixed(part) && classChanges(part) >= part.length / 4)
  );
}

/** Keys and tokens, by prefix, context or format. */
export const KEYS: Detector[] = [
  detector('key', PEM),
  detector('key', SSH),
  detector('password', IN_URL),
  detector('token', JWT),
  detector('key', VENDOR, (found) => /\d/.test(found) || classChanges(found) > 4 || found.length >= 20),
  detector('key', TELEGRAM),
  detector('key', DISCORD, isMixed),
  detector('key', MAILCHIMP),
  detector('token', SCHEME),
];

/** Strings that look random. Run last, after all specific formats. */
export const RANDOM_STRINGS: Detector[] = [detector('key', LONG_RUN, isKey)];
