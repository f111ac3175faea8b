import { asc, eq, inArray } from 'drizzle-orm';
import type { AccountDb } from '../../db/handles.ts';
import {
  type BilledItem,
  organizations,
  PLAN_LIMITS,
  type PlanLimit,
  plans,
  subscriptions,
} from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { notFound } from '../../server/errors.ts';
import { findTenant } from '../../server/identity/find-tenant.ts';
import { service } from '../../server/services.ts';

// What a client may have of things that plans limit. An item of its subscription grants what the operator's list of
// plans says of its key and tier; of several the largest number holds, and the features of all.

export type PlanRow = typeof plans.$inferSelect;
type Feature = PlanRow['features'][number];

/** The numbers that hold for a client, null for no limit, and the parts of the portal that its plans have. */
export interface Granted {
  limits: Record<PlanLimit, number | null>;
  /** Null where no plan says which. */
  features: Feature[] | null;
}

type Billed = { status: string; items: BilledItem[] };

/** Of all that is limited, something. */
const ofEachLimit = <T>(of: (limit: PlanLimit) => T) =>
  Object.fromEntries(PLAN_LIMITS.map((limit) => [limit, of(limit)])) as Record<PlanLimit, T>;

const VALID = new Set(['active', 'trialing', 'past_due']);

/** The plans of a client: those of the items that Stripe gives it something for. */
function plansOf({ status, items }: Billed, listed: PlanRow[]) {
  const valid = items.filter((item) => VALID.has(item.status ?? status));
  return listed.filter(({ key, tier }) =>
    valid.some((item) => item.key === key && (tier === null || item.tier === tier)),
  );
}

function largest(numbers: (number | null)[]) {
  const known = numbers.filter((number) => number !== null);
  return known.length === 0 || known.length < numbers.length ? null : Math.max(...known);
}

type Own = Pick<typeof organizations.$inferSelect, 'grants' | 'monthlyAnswers'>;

/** What plans grant together, with the numbers that an operator set in their place. */
export function grantedBy({ grants, monthlyAnswers }: Own, billed: Billed, listed: PlanRow[]): Granted {
  const own: Partial<Record<PlanLimit, number>> = { ...grants, ...(monthlyAnswers !== null && { monthlyAnswers }) };
  const theirs = plansOf(billed, listed);
  const features = [...new Set(theirs.flatMap((plan) => plan.features))];
  return {
    limits: ofEachLimit((limit) => own[limit] ?? largest(theirs.map((plan) => plan[limit]))),
    features: features.length > 0 ? features : null,
  };
}

export const MOST_PLANS = 100;

/** The plans of the operator's list, in its order. */
export const readPlans = (db: AccountDb) => db.select().from(plans).orderBy(asc(plans.place)).limit(MOST_PLANS);

const NOTHING_BILLED: Billed = { status: 'none', items: [] };
const { id, grants, monthlyAnswers } = organizations;

/** What is granted to clients: a subscription is a client's, plans and overrides are the operator's. */
export const planGrants = service(({ database }) => ({
  /** @throws NOT_FOUND for a client that is gone */
  async of(clientId: string): Promise<Granted & { tenant: Tenant }> {
    const { accounts } = database;
    const tenant = await findTenant(accounts, clientId);
    if (!tenant) throw notFound();
    const { status, items } = subscriptions;
    const [[client], [billed = NOTHING_BILLED], listed] = await Promise.all([
      accounts.select({ grants, monthlyAnswers }).from(organizations).where(eq(id, clientId)),
      database.as(tenant).select({ status, items }).from(subscriptions).where(ownedBy(tenant, subscriptions)),
      readPlans(accounts),
    ]);
    if (!client) throw notFound();
    return { tenant, ...grantedBy(client, billed, listed) };
  },

  /** The same of many clients, for work outside of their requests. */
  async ofAll(clientIds: string[]): Promise<Map<string, Granted>> {
    if (clientIds.length === 0) return new Map();
    const [rows, listed] = await Promise.all([
      database
        .asMaintenance()
        .select({ id, grants, monthlyAnswers, status: subscriptions.status, items: subscriptions.items })
        .from(organizations)
        .leftJoin(subscriptions, eq(subscriptions.clientId, id))
        .where(inArray(id, clientIds)),
      readPlans(database.accounts),
    ]);
    return new Map(
      rows.map(({ status, items, ...client }) => {
        const billed = status === null ? NOTHING_BILLED : { status, items: items ?? [] };
        return [client.id, grantedBy(client, billed, listed)];
      }),
    );
  },
}));
