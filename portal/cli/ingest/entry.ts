import { MIB } from '../../../flow/byte-units.ts';
/** An entry of a file: its place and its JSON, or the problem with it. */
export type Entry = { place: string; bytes: number } & (
  | { kind: 'scan' | 'record'; json: string }
  | { problem: string }
);

/** A reason to stop, with a message for the terminal. */
export class CommandError extends Error {}

/** The size limit of a request body, and so of an entry. */
export const ENTRY_BYTES = 4 * MIB;

export function toEntry(place: string, value: unknown, json: string): Entry {
  const bytes = Buffer.byteLength(json);
  if (typeof value !== 'object' || value === null) return { place, bytes, problem: 'is not a JSON object' };
  if (bytes > ENTRY_BYTES) return { place, bytes, problem: 'is larger than 4 MiB' };
  return { place, bytes, kind: 'type' in value ? 'record' : 'scan', json };
}
