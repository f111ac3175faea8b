import type { SubjectRate } from '../../server/limits/rates.ts';
import type { RequestContext } from '../../server/trpc/context.ts';

/** Counts a requested email against its recipient, whether or not that address has an account; false past the limit. */
export async function withinMailLimit({ hitFor }: RequestContext, address: string, budget: SubjectRate = 'mailsTo') {
  const { exceeded } = await hitFor(budget, address);
  return !exceeded;
}
