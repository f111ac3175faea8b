import type { SubjectRate } from '../../server/limits/rates.ts';
import type { RequestContext } from '../../server/trpc/context.ts';
import { ownDevice } from './own-device.ts';

/**
 * The mailbox of an address, for counting: many servers ignore dots and what follows a plus sign, so that one mailbox
 * has addresses without number.
 */
export function mailboxOf(email: string) {
  const [local = '', host] = email.split('@');
  return `${local.replace(/(?<=.)\+.*$/, '').replaceAll('.', '')}@${host}`;
}

/** Counts an email against its recipient, whether or not that address has an account; false past the limit. */
export async function withinMailLimit({ hitFor }: RequestContext, address: string, budget: SubjectRate = 'mailsTo') {
  const { exceeded } = await hitFor(budget, address);
  return !exceeded;
}

/**
 * Counts a requested email against its recipient, and one from the recipient’s own device against that as well: what
 * strangers asked for does not use it up.
 */
export async function mayRequestMail(ctx: RequestContext, address: string) {
  const device = ownDevice(ctx, address);
  const within = await withinMailLimit(ctx, address);
  if (device === undefined) return within;
  return (await withinMailLimit(ctx, `${address} ${device}`, 'ownMailsTo')) || within;
}
