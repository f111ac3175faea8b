import type { Portal } from './portal.ts';

const written = (text: string) =>
  new Promise<void>((done, fail) => process.stdout.write(text, (error) => (error ? fail(error) : done())));

/**
 * Prints the changes that people have made, one JSON object a line. The last `cursor` continues where this run ends.
 */
export async function printChanges(portal: Portal, after: string | undefined) {
  for (let from = after, hasMore = true; hasMore; ) {
    const page = await portal.changes(from);
    await written(page.changes.map((change) => `${JSON.stringify(change)}\n`).join(''));
    from = page.changes.at(-1)?.cursor;
    hasMore = page.hasMore && from !== undefined;
  }
}
