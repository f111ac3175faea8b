import { blot, type Detector } from './blot.ts';

/** What vendors put in front of their keys; whatever follows in one piece goes with it. */
const VENDORS = [
  '(?:A3T[A-Z0-9]|AKIA|ASIA|AGPA|AIDA|AROA|ANPA|ANVA|ABIA|ACCA)(?=[A-Z0-9]{12})', // AWS
  'AIza(?=[\\w-]{20})|ya29\\.|GOCSPX-', // Google
  'gh[pousr]_|github_pat_', // GitHub
  'gl(?:pat|dt|rt|ptt|ft|cbt|soat|agent|oas|imt)-', // GitLab
  'xox[a-z]-|xapp-|https://hooks\\.slack\\.com/\\w{1,12}/', // Slack
  '[sprw]k_(?:live|test)_|whsec_|rzp_(?:live|test)_', // Stripe, Razorpay
  'sk-(?=[\\w-]{16})|gsk_|xai-(?=\\w{16})|pplx-|r8_|hf_', // OpenAI, Anthropic, Groq, xAI, Perplexity, Replicate, Hugging Face
  'SG\\.(?=[\\w-]{10})|key-(?=[0-9a-f]{20})|xkeysib-|re_(?=\\w{16})', // SendGrid, Mailgun, Brevo, Resend
  '(?:AC|SK|AP|PN)(?=[0-9a-f]{32})', // Twilio
  'npm_|pypi-|rubygems_|dckr_pat_|crates_', // registries
  'sq0[a-z]{3}-|EAAA(?=\\w{20})|EAA(?=\\w{40})', // Square, Facebook
  'shp(?:at|ca|pa|ss|ua)_|pat-[a-z]{2}\\d-|pat(?=\\w{14}\\.)', // Shopify, HubSpot, Airtable
  'do[opr]_v1_|dp\\.(?:pt|st|ct|sa|scim|audit)\\.|lin_(?:api|oauth)_|secret_(?=\\w{20})|ntn_|figd_|PMAK-', // DigitalOcean, Doppler, Linear, Notion, Figma, Postman
  'ATATT3|ATCTT3|sl\\.(?=[\\w-]{40})|NRAK-|NRJS-|glsa_|sntrys_|sbp_|vercel_|phc_|phx_', // Atlassian, Dropbox, New Relic, Grafana, Sentry, Supabase, Vercel, PostHog
  'CFPAT-|v1\\.0-(?=[0-9a-f]{20})|AGE-SECRET-KEY-|hvs\\.|fo1_|tskey-|pk_(?=[\\w-]{16})', // Contentful, Cloudflare, age, Vault, Fly, Tailscale, ours
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

/** Long and in one piece: a run of letters and digits that no word has. */
const PIECE = /(?<![A-Za-z0-9_+/=-])[A-Za-z0-9_+/=-]{20,4000}/g;

const kindOf = (character: string) => (/\d/.test(character) ? 0 : /[A-Z]/.test(character) ? 1 : 2);

/** How often digits, capitals and small letters follow one another: words seldom change, keys all the time. */
function changes(text: string) {
  let count = 0;
  for (let index = 1; index < text.length; index++)
    if (kindOf(text[index] ?? '') !== kindOf(text[index - 1] ?? '')) count++;
  return count;
}

const mixed = (part: string) => /\d/.test(part) && /[A-Za-z]/.test(part);

function isKey(piece: string) {
  const parts = piece.split(/[_+/=-]+/);
  const hex = parts.some((part) => part.length >= 32 && /^[0-9a-f]+$/i.test(part) && mixed(part));
  const base64 = /^[A-Za-z0-9+/]{40}$|[+/=]/.test(piece) && mixed(piece) && changes(piece) >= piece.length / 3;
  // Cookies, links and keys of ours: 32 random bytes.
  const ours = /^[\w-]{43}$/.test(piece) && mixed(piece) && changes(piece) >= piece.length / 4;
  return (
    hex || base64 || ours || parts.some((part) => part.length >= 16 && mixed(part) && changes(part) >= part.length / 4)
  );
}

/** Keys and tokens: by what their makers put in front, by where they stand, and by how they look. */
export const KEYS: Detector[] = [
  blot('key', PEM),
  blot('key', SSH),
  blot('password', IN_URL),
  blot('token', JWT),
  blot('key', VENDOR, (found) => /\d/.test(found) || changes(found) > 4 || found.length >= 20),
  blot('key', TELEGRAM),
  blot('key', DISCORD, mixed),
  blot('key', MAILCHIMP),
  blot('token', SCHEME),
];

/** After everything that has a form of its own was found. */
export const LOOKS_LIKE_KEYS: Detector[] = [blot('key', PIECE, isKey)];
