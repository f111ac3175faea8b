import type { Quota } from '../../server/limits/limits.ts';
import type { RequestContext } from '../../server/trpc/context.ts';

interface Attempt {
  quota: Quota;
  /** Takes the attempt back: the password was right, and nothing was guessed. */
  refund: () => Promise<void>;
}

/**
 * Counts an attempt to type the password of an account: by the device where the account knows it, else by the address.
 */
export async function countLogin(
  { consume, refund, consumeFor, refundFor }: RequestContext,
  { email, device }: { email: string; device: string | undefined },
): Promise<Attempt> {
  if (device === undefined) return { quota: await consume('login'), refund: () => refund('login') };
  const subject = `${email} ${device}`;
  return { quota: await consumeFor('deviceLogin', subject), refund: () => refundFor('deviceLogin', subject) };
}
