import { PortalError } from '../errors.ts';
import { jsonOf } from '../http/json.ts';
import { ANSWER_BYTES, BATCH_BYTES } from '../limits/sizes.ts';

interface Batch {
  last: Promise<unknown>;
  bytes: number;
}

/**
 * Runs the calls of a batch one after another while their results fit into one response, so that a batch
 * never holds more memory than a single call. Calls of a batch share a context.
 *
 * @throws PAYLOAD_TOO_LARGE for calls beyond the limit
 */
export function batches() {
  const batches = new WeakMap<object, Batch>();

  async function answer(batch: Batch, type: string, run: () => Promise<unknown>) {
    // A change must not be made and then refused: it begins only with room for the largest answer.
    if (batch.bytes >= BATCH_BYTES || (type === 'mutation' && batch.bytes + ANSWER_BYTES > BATCH_BYTES))
      throw new PortalError('PAYLOAD_TOO_LARGE', 'The answers of this batch are too large together.');
    const data = await run();
    const bytes = Buffer.byteLength(jsonOf(data) ?? '');
    if (batch.bytes + bytes > BATCH_BYTES) {
      batch.bytes = BATCH_BYTES;
      throw new PortalError('PAYLOAD_TOO_LARGE', 'The answers of this batch are too large together.');
    }
    batch.bytes += bytes;
    return data;
  }

  return {
    /** Starts a batch of the calls with this context. */
    begin: (ctx: object) => batches.set(ctx, { last: Promise.resolve(), bytes: 0 }),
    run({ ctx, type }: { ctx: object; type: string }, run: () => Promise<unknown>) {
      const batch = batches.get(ctx);
      if (!batch) return run();
      const turn = batch.last.then(() => answer(batch, type, run));
      batch.last = turn.catch(() => {});
      return turn;
    },
  };
}
