import { StripeFailure } from './failure.ts';

interface Stored {
  /** The request of the key. */
  request: string;
  answer?: { status: number; body: object };
}

/** Replays the response of a POST with a known idempotency key. */
export function idempotency() {
  const stored = new Map<string, Stored>();

  return async (key: string | undefined, request: string, work: () => Promise<{ status: number; body: object }>) => {
    if (!key) return { ...(await work()), replayed: false };
    const known = stored.get(key);
    if (known && known.request !== request)
      throw new StripeFailure(400, 'Keys for idempotent requests can only be used with the same parameters.', {
        type: 'idempotency_error',
      });
    if (known && !known.answer)
      throw new StripeFailure(409, 'There is another request under this key.', { code: 'idempotency_key_in_use' });
    if (known?.answer) return { ...known.answer, replayed: true };

    const entry: Stored = { request };
    stored.set(key, entry);
    try {
      entry.answer = await work();
      return { ...entry.answer, replayed: false };
    } catch (error) {
      // A refused request may be repeated under its key.
      stored.delete(key);
      throw error;
    }
  };
}
