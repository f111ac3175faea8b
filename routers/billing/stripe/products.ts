import { z } from 'zod';
import type { BilledItem } from '../../../db/schema/billing.ts';

export const PLANS = ['website', 'ops', 'analytics'] as const;
export type Plan = (typeof PLANS)[number];

const word = z
  .string('is missing')
  .trim()
  .regex(/^[A-Za-z0-9][\w.-]{0,63}$/, 'must be 1 to 64 letters, digits, dots, dashes or underscores');

const Meaning = z.discriminatedUnion(
  'portal_kind',
  [
    z.object({
      portal_kind: z.literal('plan'),
      portal_key: z.enum(PLANS, `must be one of ${PLANS.join(', ')}`),
      portal_tier: word,
    }),
    z.object({ portal_kind: z.literal('bundle'), portal_key: word, portal_tier: word }),
    z.object({ portal_kind: z.literal('addon'), portal_key: word, portal_tier: word.optional() }),
  ],
  'must be one of plan, bundle, addon',
);

type Product = { id: string; metadata?: Record<string, string> };
export type Meant = Pick<BilledItem, 'kind' | 'key' | 'tier'>;

/** What a product is to the portal, by its metadata; or what is wrong with that. */
export function meaningOf({ metadata = {} }: Product): { meant: Meant } | { problem: string } {
  const { data, error } = Meaning.safeParse(metadata);
  if (error) {
    const [{ path, message } = { path: [], message: 'is not understood' }] = error.issues;
    return { problem: `${path.join('.') || 'portal_kind'} ${message}` };
  }
  return { meant: { kind: data.portal_kind, key: data.portal_key, tier: data.portal_tier ?? null } };
}

/** The same for what is billed already: whatever the portal cannot place is an addon by its own id, so that the sum stays true. */
export function placed(product: Product): Meant {
  const meaning = meaningOf(product);
  return 'meant' in meaning ? meaning.meant : { kind: 'addon', key: product.id, tier: null };
}
