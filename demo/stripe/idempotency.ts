import { StripeFailure } from './failure.ts';

interface Kept {
  /** What was asked under the key. */
  request: string;
  answer?: { status: number; body: object };
}

/** A POST that comes again under its key does nothing and is answered as before. */
export function idempotency() {
  const kept = new Map<string, Kept>();

  return async (key: string | undefined, request: string, work: () => Promise<{ status: number; body: object }>) => {
    if (!key) return { ...(await work()), replayed: false };
    const known = kept.get(key);
    if (known && known.request !== request)
      throw new StripeFailure(400, 'Keys for idempotent requests can only be used with the same parameters.', {
        type: 'idempotency_error',
      });
    if (known && !known.answer)
      throw new StripeFailure(409, 'There is another request under this key.', { code: 'idempotency_key_in_use' });
    if (known?.answer) return { ...known.answer, replayed: true };

    const entry: Kept = { request };
    kept.set(key, entry);
    try {
      entry.answer = await work();
      return { ...entry.answer, replayed: false };
    } catch (error) {
      // What was refused for its parameters may be sent anew.
      kept.delete(key);
      throw error;
    }
  };
}
