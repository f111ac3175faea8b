import type { FastifyRequest } from 'fastify';
import { PortalError } from '../errors.ts';
import { ANSWER_BYTES, BATCH_BYTES } from '../limits/sizes.ts';
import { TIMEOUTS } from '../timeouts.ts';

const tooLarge = () => new PortalError('PAYLOAD_TOO_LARGE', 'The answers of this batch are too large together.');

const tooSlow = () =>
  new PortalError('SERVICE_UNAVAILABLE', 'The calls before this one took too long. Please send it again.');

/** The bytes that the calls of a batch share, and the time of its queries. Calls past them are not begun. */
export function batchBudget(request: FastifyRequest, type: 'query' | 'mutation') {
  // The body of mutations may be long in coming.
  const end = type === 'query' ? performance.now() + TIMEOUTS.batch : Number.POSITIVE_INFINITY;
  let left = BATCH_BYTES;
  return {
    /** Called before each call. @throws PAYLOAD_TOO_LARGE, SERVICE_UNAVAILABLE */
    assertLeft() {
      // A change must not be made and then refused: it begins only with room for the largest answer.
      if (left <= 0 || (type === 'mutation' && left < ANSWER_BYTES.heavy)) throw tooLarge();
      if (performance.now() >= end) throw tooSlow();
    },
    /** Counts an answer. @throws PAYLOAD_TOO_LARGE if it does not fit */
    add(json: string | Buffer) {
      const bytes = Buffer.byteLength(json);
      left -= bytes;
      // A change that is made is not refused.
      if (type === 'query') {
        try {
          request.holdAnswer(bytes);
        } catch (error) {
          left = 0;
          throw error;
        }
      }
      if (left < 0) throw tooLarge();
    },
  };
}
