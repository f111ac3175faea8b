import type { queryMode } from '../../db/schema/index.ts';
import { languageOfBusiness, questionKey } from '../visibility/public.ts';
import { ENGLISH_PHRASES } from './suggested/english.ts';
import { GERMAN_PHRASES } from './suggested/german.ts';
import { INDUSTRIES } from './suggested/industries.ts';

interface About {
  name: string;
  vertical: string | null;
  address: string | null;
  website: string | null;
  timezone: string | null;
  /** Whether to ask for businesses "near me" where no town is known; so unless told otherwise. */
  nearMe?: boolean;
}

/** A question that a client might have asked. */
export interface SuggestedPrompt {
  text: string;
  tags: string[];
  queryMode: (typeof queryMode.enumValues)[number];
  reason: string;
}

/** A town alone, such as `Lowell`, `Portland, ME 04101` or `53111 Bonn`. */
const TOWN = /^(?:\d{4,5} )?(?<town>[^\d,\n;]{2,})(?:, *\p{Lu}{2,3}(?: \d{5})?)?$/u;

/** The town in an address: the part after the street, without a postcode; or all of one that has no street. */
function townOf(address: string | null): string | null {
  const parts = (address ?? '').split(/[,\n;]/).map((part) => part.trim());
  const alone = TOWN.exec(address?.trim() ?? '')?.groups?.town;
  if (alone) return alone.trim();
  const street = parts.findIndex((part) => /\d/.test(part) && /\p{L}/u.test(part));
  const after = parts.slice(street + 1).filter((part) => !/^(?:suite|ste|unit|floor|apt|#)/i.test(part));
  const town = after[0]?.replaceAll(/\b[A-Z]{0,2}-?\d[\d\w-]*\b/g, '').trim();
  return street >= 0 && town && town.length > 1 ? town : null;
}

/** Businesses between countries, whose customers do not look in a town. */
const ONLINE = /^(?:software|saas|ecommerce|technology|it|it_services)$/;

/**
 * Questions about a business, in the same order each time and in the language of its country: what people ask who look
 * for one of its kind in its place, what it offers, and some that name it. At least 50.
 */
export function suggestPrompts({
  name,
  vertical,
  address,
  website,
  timezone,
  nearMe = true,
}: About): SuggestedPrompt[] {
  const isGerman = languageOfBusiness({ address, timezone }) === 'de';
  const phrases = isGerman ? GERMAN_PHRASES : ENGLISH_PHRASES;
  const key = vertical?.trim().toLowerCase() ?? '';
  const industry = INDUSTRIES[isGerman ? 'de' : 'en'].get(key) ?? phrases.unknown(key.replaceAll('_', ' ') || null);
  const town = townOf(address);
  const isOnline = Boolean(website) && (ONLINE.test(key) || !town);
  const isAnywhere = (isOnline && ONLINE.test(key)) || (!town && !nearMe);
  const place = isAnywhere ? '' : phrases.place(town);
  const { found, brand } = phrases.reasons;
  const prompts = phrases.ask({ ...industry, name, place }).map(
    ([text, tag]): SuggestedPrompt => ({
      text,
      tags: [tag],
      queryMode: isOnline ? 'online_first' : 'local_discovery',
      reason: tag === phrases.brandTag ? brand : found(industry.many, place),
    }),
  );
  const unique = new Map(prompts.map((prompt) => [questionKey(prompt.text), prompt]));
  return [...unique.values()].filter(({ text }) => text.length <= 300);
}

/** The suggestions that are not among the questions already asked. */
export const notAsked = (suggested: SuggestedPrompt[], asked: ReadonlySet<string>) =>
  suggested.filter(({ text }) => !asked.has(questionKey(text)));
