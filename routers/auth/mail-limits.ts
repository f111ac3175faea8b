import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { SubjectRate } from '../../server/limits/rates.ts';
import type { AccountContext, RequestContext } from '../../server/trpc/context.ts';
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
export async function withinMailLimit(
  { consumeFor }: Pick<RequestContext, 'consumeFor'>,
  address: string,
  budget: SubjectRate = 'mailsTo',
) {
  const { exceeded } = await consumeFor(budget, address);
  return !exceeded;
}

/**
 * Counts a requested email against its recipient, and one from any device of the recipient against a budget besides:
 * what strangers asked for does not use it up.
 */
export async function mayRequestMail(ctx: AccountContext, address: string) {
  const within = await withinMailLimit(ctx, address);
  const [account] = await ctx.db.select({ hash: users.passwordHash }).from(users).where(eq(users.email, address));
  if (ownDevice(ctx, { email: address, passwordHash: account?.hash }) === undefined) return within;
  return (await withinMailLimit(ctx, address, 'ownMailsTo')) || within;
}
