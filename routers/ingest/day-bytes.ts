import { MIB } from '../../flow/byte-units.ts';
import { assertWithinLimit, type Quota } from '../../server/limits/limits.ts';
import { RATES } from '../../server/limits/rates.ts';
import { service } from '../../server/services.ts';
import { ingestProcedure } from '../../server/trpc/procedures.ts';
import type { UseContext } from '../records/record-usage.ts';

// Nothing else bounds the number of scans, and a full disk is everybody's.
const limitsOf = service(({ limits }) => limits);

const sentenceOf = ({ max }: Quota) =>
  `An organization can ingest ${(max / MIB).toLocaleString('en')} MiB within 24 hours, and this body goes beyond.`;

/** A body that costs little to read and to check: the count after it refuses it soon enough. */
const SMALL = 64 * 1024;

/**
 * For pipelines with room left in the bytes of a day: a large body whose length is known is refused before it is read.
 */
export const boundedIngestProcedure = ingestProcedure.use(async ({ ctx: { deps, tenant, request }, next }) => {
  const { 'content-length': length } = request.headers;
  if (length && Number(length) <= SMALL) return next();
  const quota = await deps.use(limitsOf).peek('ingestBytes', tenant.clientId);
  const exceeded = quota.max > 0 && Number(length ?? 1) > quota.remaining;
  assertWithinLimit({ exceeded, left: quota.left }, sentenceOf(quota));
  return next();
});

/**
 * Stores what a request has sent, and counts the bytes of its body unless that fails. The body of a tRPC batch counts
 * once.
 *
 * @throws RATE_LIMITED when the client has no room for it
 */
export async function countingBytes<T>({ deps, tenant, request }: UseContext, store: () => Promise<T>): Promise<T> {
  const limits = deps.use(limitsOf);
  const bytes = request.bodyBytes;
  const quota = await limits.consume('ingestBytes', tenant.clientId, bytes);
  request.bodyBytes = 0;
  try {
    assertWithinLimit(quota, sentenceOf(quota));
    return await store();
  } catch (error) {
    request.bodyBytes = bytes;
    // What is not given back stays counted: the reason of the failure is what matters.
    await limits.refund('ingestBytes', tenant.clientId, bytes).catch(() => {});
    throw error;
  }
}

/** The sentence of the document. */
export const DAY_BYTES = `An organization can send ${(RATES.ingestBytes.max / MIB).toLocaleString('en')} MiB of bodies within 24 hours, unless the portal is configured with another number; a body beyond that is refused with 429 \`RATE_LIMITED\`.`;
