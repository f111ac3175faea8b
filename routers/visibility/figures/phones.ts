import parse, { type PhoneNumber } from 'libphonenumber-js/min';

// Longer texts are no phone numbers, and reading them can take the parser seconds.
const LONGEST = 40;

type Assumed = Parameters<typeof parse>[1];

/** Parses a possible phone number; `assumed` applies if it has no country code. */
function read(text: string, assumed: Assumed): PhoneNumber | undefined {
  const number = parse(text.replace(/^00/, '+'), assumed);
  // North American area codes start with 2–9; a leading 0 or 1 means a number of another country.
  const american = number?.countryCallingCode === '1';
  return number?.isPossible() && !(american && /^[01]/.test(number.nationalNumber)) ? number : undefined;
}

const assuming = ({ country, countryCallingCode }: PhoneNumber): Assumed =>
  country ? { defaultCountry: country } : { defaultCallingCode: countryCallingCode };

const characters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * Whether two texts are the same phone number by E.164, extensions ignored. Without a country code, a listed number is
 * assumed to be in the country of the own number; the own number in the United States or else the listed one's country.
 * Impossible numbers are compared by their letters and digits. Texts of more than 40 characters never match.
 */
export function phonesMatch(ownText: string, listedText: string): boolean {
  const [own, listed] = [ownText.trim(), listedText.trim()];
  if (Math.max(own.length, listed.length) > LONGEST) return false;
  const domestic = read(own, { defaultCountry: 'US' });
  const listedNumber = read(listed, domestic && assuming(domestic));
  const ownNumber = domestic ?? (listedNumber && read(own, assuming(listedNumber)));
  if (ownNumber && listedNumber) return ownNumber.number === listedNumber.number;
  return !ownNumber && !listedNumber && /\d{3}/.test(own) && characters(own) === characters(listed);
}
