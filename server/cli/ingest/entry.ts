/** Something that a file holds: where it stands there, and its JSON, or why it has none. */
export type Entry = { place: string; bytes: number } & (
  | { kind: 'scan' | 'record'; json: string }
  | { problem: string }
);

/** A reason to stop; its message is for whoever typed the command. */
export class Unusable extends Error {}

/** A request may be no larger, and so an entry. */
export const ENTRY_BYTES = 4 * 1024 * 1024;

export function toEntry(place: string, value: unknown, json: string): Entry {
  const bytes = Buffer.byteLength(json);
  if (typeof value !== 'object' || value === null) return { place, bytes, problem: 'is not a JSON object' };
  if (bytes > ENTRY_BYTES) return { place, bytes, problem: 'is larger than 4 MiB' };
  return { place, bytes, kind: 'type' in value ? 'record' : 'scan', json };
}
