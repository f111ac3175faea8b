import { PortalError } from '../errors.ts';
import { ANSWER_BYTES } from '../limits/sizes.ts';

const written = new WeakMap<object, string>();

export const answerTooLarge = () =>
  new PortalError('PAYLOAD_TOO_LARGE', 'The answer is too large to be sent. Please ask for less.');

const write = (answer: object) => {
  const text = JSON.stringify(answer);
  if (Buffer.byteLength(text) > ANSWER_BYTES) throw answerTooLarge();
  return text;
};

/**
 * Writes an answer as JSON. A frozen one comes out of a cache and is sent again, and so is written once.
 *
 * @throws PAYLOAD_TOO_LARGE for more than an answer may have
 */
export function jsonOf(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return JSON.stringify(answer);
  if (!Object.isFrozen(answer)) return write(answer);
  const text = written.get(answer) ?? write(answer);
  written.set(answer, text);
  return text;
}
