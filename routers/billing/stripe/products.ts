import { z } from 'zod';
import type { BilledItem } from '../../../db/schema/billing.ts';

export const PLANS = ['website', 'ops', 'analytics'] as const;
export type Plan = (typeof PLANS)[number];

const word = z
  .string('is missing')
  .trim()
  .regex(/^[A-Za-z0-9][\w.-]{0,63}$/, 'must be 1 to 64 letters, digits, dots, dashes or underscores');

const Metadata = z.discriminatedUnion(
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
type ProductRole = Pick<BilledItem, 'kind' | 'key' | 'tier'>;

/** The role of a product in the portal from its metadata, or the problem with it. */
export function productRole({ metadata = {} }: Product): { role: ProductRole } | { problem: string } {
  const { data, error } = Metadata.safeParse(metadata);
  if (error) {
    const [{ path, message } = { path: [], message: 'is invalid' }] = error.issues;
    return { problem: `${path.join('.') || 'portal_kind'} ${message}` };
  }
  return { role: { kind: data.portal_kind, key: data.portal_key, tier: data.portal_tier ?? null } };
}

/** The role of a billed product: without valid metadata it is an addon under its id, so that the total stays right. */
export function roleOrAddon(product: Product): ProductRole {
  const result = productRole(product);
  return 'role' in result ? result.role : { kind: 'addon', key: product.id, tier: null };
}
