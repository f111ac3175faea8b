import parse, { type PhoneNumber } from 'libphonenumber-js/min';

type Assumed = Parameters<typeof parse>[1];

/** A number that could be dialled, read with what is assumed where it does not name its country. */
function read(text: string, assumed: Assumed): PhoneNumber | undefined {
  const number = parse(text.trim().replace(/^00/, '+'), assumed);
  // North American area codes begin with 2 to 9: what begins with 0 there is a number of another country.
  const american = number?.countryCallingCode === '1';
  return number?.isPossible() && !(american && /^[01]/.test(number.nationalNumber)) ? number : undefined;
}

const assuming = ({ country, countryCallingCode }: PhoneNumber): Assumed =>
  country ? { defaultCountry: country } : { defaultCallingCode: countryCallingCode };

const characters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * Whether two texts are one telephone number, by E.164; extensions do not count. A listed number that does not name
 * its country is one of the country that the organization's own number is in. An own number that does not is one of
 * the United States, or where it cannot be, of the country that the listed one names. Numbers that no network has are
 * compared character by character.
 */
export function samePhone(own: string, listed: string): boolean {
  const certain = read(own, { defaultCountry: 'US' });
  const theirs = read(listed, certain && assuming(certain));
  const ours = certain ?? (theirs && read(own, assuming(theirs)));
  if (ours && theirs) return ours.number === theirs.number;
  return !ours && !theirs && /\d{3}/.test(own) && characters(own) === characters(listed);
}
