import type { SubjectRate } from '../../server/limits/rates.ts';
import type { RequestContext } from '../../server/trpc/context.ts';

/** Counts a mail that a caller asks for against the address that gets it, known here or not; says whether it may go. */
export async function mayMail({ hitFor }: RequestContext, address: string, budget: SubjectRate = 'mailsTo') {
  const { exceeded } = await hitFor(budget, address);
  return !exceeded;
}
