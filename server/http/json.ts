import { jsonPieces } from '../../flow/pieces.ts';
import { PortalError } from '../errors.ts';
import { ANSWER_BYTES } from '../limits/sizes.ts';
import type { CallWeight } from './admission.ts';

const written = new WeakMap<object, string>();
const sentOnce = new WeakSet<object>();

const answerTooLarge = () =>
  new PortalError('PAYLOAD_TOO_LARGE', 'The answer is too large to be sent. Please ask for less.');

const { ordinary, heavy } = ANSWER_BYTES;

function write(answer: object): string {
  const text = JSON.stringify(answer);
  if (text.length > ordinary / 3 && Buffer.byteLength(text) > ordinary) throw answerTooLarge();
  return text;
}

/** Writes a heavy answer in pieces: others come in between. */
async function writeHeavy(answer: object): Promise<string | Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of jsonPieces(answer)) {
    const buffer = Buffer.from(piece);
    bytes += buffer.length;
    if (bytes > heavy) throw answerTooLarge();
    pieces.push(buffer);
  }
  return Buffer.concat(pieces);
}

/**
 * Serializes a response as JSON. A frozen value may be cached and sent repeatedly: from the second time on its text is
 * kept. One that is sent once leaves nothing behind.
 *
 * @throws PAYLOAD_TOO_LARGE beyond the maximum of an answer of its weight
 */
export function jsonOf(answer: unknown, weight: CallWeight = 'ordinary'): string | Promise<string | Buffer> {
  if (typeof answer !== 'object' || answer === null) return JSON.stringify(answer);
  const known = written.get(answer);
  if (known !== undefined) return known;
  if (weight === 'heavy') return writeHeavy(answer);
  const text = write(answer);
  if (!Object.isFrozen(answer)) return text;
  if (sentOnce.has(answer)) written.set(answer, text);
  else sentOnce.add(answer);
  return text;
}
