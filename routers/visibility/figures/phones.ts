import parse, { type CountryCode, type PhoneNumber } from 'libphonenumber-js/min';

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

const digits = (text: string) => text.replaceAll(/\P{N}/gu, '').length;

/**
 * Whether two texts are the same phone number by E.164, extensions ignored, or have the same letters and digits.
 * Without a country code, a listed number is assumed to be in the country of the own number; the own number at `home`,
 * without one in the United States, or else in the listed one's country. Texts of more than 40 characters never match.
 */
export function phonesMatch(ownText: string, listedText: string, home: CountryCode = 'US'): boolean {
  const [own, listed] = [ownText.trim(), listedText.trim()];
  if (Math.max(own.length, listed.length) > LONGEST) return false;
  if (digits(own) >= 3 && characters(own) === characters(listed)) return true;
  const domestic = read(own, { defaultCountry: home });
  const listedNumber = read(listed, domestic && assuming(domestic));
  const ownNumber = domestic ?? (listedNumber && read(own, assuming(listedNumber)));
  return ownNumber !== undefined && ownNumber.number === listedNumber?.number;
}
