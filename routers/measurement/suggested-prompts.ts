import type { queryMode } from '../../db/schema/index.ts';
import { questionKey } from '../visibility/public.ts';

interface About {
  name: string;
  vertical: string | null;
  address: string | null;
  website: string | null;
}

/** A question that a client might have asked. */
export interface SuggestedPrompt {
  text: string;
  tags: string[];
  queryMode: (typeof queryMode.enumValues)[number];
  reason: string;
}

/** The town in a postal address: the part after the street, without a postcode. */
function townOf(address: string | null): string | null {
  const parts = (address ?? '').split(/[,\n;]/).map((part) => part.trim());
  const street = parts.findIndex((part) => /\d/.test(part) && /\p{L}/u.test(part));
  const after = parts.slice(street + 1).filter((part) => !/^(?:suite|ste|unit|floor|apt|#)/i.test(part));
  const town = after[0]?.replaceAll(/\b[A-Z]{0,2}-?\d[\d\w-]*\b/g, '').trim();
  return street >= 0 && town && town.length > 1 ? town : null;
}

/** Kinds of what people look for, and the tag of each. */
const WISHES: [wish: string, tag: string][] = [
  ['best', 'best'],
  ['top rated', 'best'],
  ['most recommended', 'best'],
  ['affordable', 'price'],
  ['trusted', 'trust'],
  ['experienced', 'trust'],
  ['friendly', 'service'],
  ['good', 'best'],
];

const NEEDS: [need: string, tag: string][] = [
  ['with good reviews', 'reviews'],
  ['open on Saturday', 'hours'],
  ['open in the evening', 'hours'],
  ['for families', 'families'],
  ['for older people', 'families'],
  ['with clear prices', 'price'],
  ['with online booking', 'booking'],
  ['that answers the same day', 'service'],
  ['for a second opinion', 'trust'],
  ['for first-time customers', 'service'],
  ['that speaks Spanish', 'language'],
  ['with parking', 'access'],
];

/**
 * Questions about a business, in the same order each time: what people ask who look for one of its kind in its place,
 * and some that name it.
 */
export function suggestPrompts({ name, vertical, address, website }: About): SuggestedPrompt[] {
  const kind = vertical?.trim().toLowerCase() || 'local';
  const town = townOf(address);
  const place = town ? ` in ${town}` : ' near me';
  const reason = town
    ? `People in ${town} look for a ${kind} business in such words.`
    : `People look for a ${kind} business nearby in such words.`;
  const mode = town || !website ? 'local_discovery' : 'online_first';
  const found = (text: string, tag: string): SuggestedPrompt => ({ text, tags: [tag], queryMode: mode, reason });
  const named = (text: string): SuggestedPrompt => ({
    text,
    tags: ['brand'],
    queryMode: mode,
    reason: 'It shows what assistants say of the organization by its name.',
  });
  const wishes = WISHES.map(([wish, tag]) => found(`${wish} ${kind} business${place}`, tag));
  const needs = NEEDS.map(([need, tag]) => found(`${kind} business ${need}${place}`, tag));
  const asked = WISHES.flatMap(([wish, tag], at) => {
    const [need = '', other = tag] = NEEDS[at] ?? [];
    return [
      found(`Which ${kind} business${place} is ${wish}?`, tag),
      found(`Can you recommend a ${wish} ${kind} business ${need}${place}?`, other),
      found(`Compare the ${wish} ${kind} businesses${place}`, 'comparison'),
    ];
  });
  const brand = [`What do people say about ${name}?`, `Is ${name} a good choice?`, `Alternatives to ${name}`].map(
    named,
  );
  const all = [...wishes.slice(0, 4), ...needs.slice(0, 6), brand[0], ...wishes.slice(4), ...needs.slice(6), ...asked];
  const unique = new Map([...all, ...brand.slice(1)].flatMap((prompt) => (prompt ? [[prompt.text, prompt]] : [])));
  return [...unique.values()].filter(({ text }) => text.length <= 300);
}

/** The suggestions that are not among the questions already asked. */
export const notAsked = (suggested: SuggestedPrompt[], asked: ReadonlySet<string>) =>
  suggested.filter(({ text }) => !asked.has(questionKey(text)));
