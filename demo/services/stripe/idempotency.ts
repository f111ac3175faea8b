import { StripeFailure } from './failure.ts';

interface Outcome {
  status: number;
  body: object;
}

interface Stored {
  /** The request of the key. */
  request: string;
  outcome?: Outcome;
}

const LONGEST_KEY = 255;

/** What Stripe refuses before it begins with the work: such a request may be repeated under its key. */
const isBeforeWork = ({ status }: Outcome) => [400, 401, 403, 404, 409, 429].includes(status);

/** Replays the outcome of a POST with a known idempotency key, that of a failure too. */
export function idempotency() {
  const stored = new Map<string, Stored>();

  return async (key: string | undefined, request: string, work: () => Promise<Outcome | undefined>) => {
    if (!key) return { outcome: await work(), replayed: false };
    if (key.length > LONGEST_KEY)
      throw new StripeFailure(400, `Idempotency keys must be at most ${LONGEST_KEY} characters.`, {
        type: 'idempotency_error',
      });
    const known = stored.get(key);
    if (known && known.request !== request)
      throw new StripeFailure(400, 'Keys for idempotent requests can only be used with the same parameters.', {
        type: 'idempotency_error',
      });
    if (known && !known.outcome)
      throw new StripeFailure(409, 'There is another request under this key.', { code: 'idempotency_key_in_use' });
    if (known?.outcome) return { outcome: known.outcome, replayed: true };

    const entry: Stored = { request };
    stored.set(key, entry);
    const outcome = await work().catch((error) => {
      stored.delete(key);
      throw error;
    });
    if (!outcome || isBeforeWork(outcome)) stored.delete(key);
    else entry.outcome = outcome;
    return { outcome, replayed: false };
  };
}
