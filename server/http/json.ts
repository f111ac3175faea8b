import { PortalError } from '../errors.ts';
import { ANSWER_BYTES } from '../limits/sizes.ts';

const written = new WeakMap<object, string>();
const sentOnce = new WeakSet<object>();

const answerTooLarge = () =>
  new PortalError('PAYLOAD_TOO_LARGE', 'The answer is too large to be sent. Please ask for less.');

const write = (answer: object) => {
  const text = JSON.stringify(answer);
  if (Buffer.byteLength(text) > ANSWER_BYTES) throw answerTooLarge();
  return text;
};

/**
 * Serializes a response as JSON. A frozen value may be cached and sent repeatedly: from the second time on its text is
 * kept. One that is sent once leaves nothing behind.
 *
 * @throws PAYLOAD_TOO_LARGE beyond the maximum response size
 */
export function jsonOf(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return JSON.stringify(answer);
  if (!Object.isFrozen(answer)) return write(answer);
  const known = written.get(answer);
  if (known !== undefined) return known;
  const text = write(answer);
  if (sentOnce.has(answer)) written.set(answer, text);
  else sentOnce.add(answer);
  return text;
}
