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
 * Serializes a response as JSON. A frozen value is cached and sent repeatedly, so it is serialized once.
 *
 * @throws PAYLOAD_TOO_LARGE beyond the maximum response size
 */
export function jsonOf(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return JSON.stringify(answer);
  if (!Object.isFrozen(answer)) return write(answer);
  const text = written.get(answer) ?? write(answer);
  written.set(answer, text);
  return text;
}
