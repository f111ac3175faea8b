import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { folderForThisTest } from './folder.ts';
import { sender } from './ingest.ts';
import { portalForThisFile } from './portal.ts';

/** Writes an input file of the command, deleted after the test. */
export async function file(name: string, text: string | Buffer) {
  const path = join(await folderForThisTest(), `${randomUUID()}-${name}`);
  await writeFile(path, text);
  return path;
}

/** `npm run ingest` with the portal of this file. */
export function ingestCommandForThisFile() {
  const portal = portalForThisFile();
  let url: string;
  beforeAll(async () => {
    url = await portal.listen();
  });

  const run = (key: string | undefined, args: string[], at = url, more: Record<string, string> = {}) =>
    new Promise<{ code: number; out: string; err: string }>((done) => {
      const env = { PATH: process.env.PATH, PORTAL_URL: at, ...(key && { PORTAL_API_KEY: key }), ...more };
      execFile(process.execPath, ['portal/cli/ingest.ts', ...args], { env }, (error, out, err) =>
        done({ code: Number(error?.code ?? 0), out, err: err.replaceAll(/\S*\/[0-9a-f-]{36}-/g, '') }),
      );
    });

  return {
    portal,
    run,
    /** A new organization, and the command with its key. */
    async organization() {
      const { person, rows } = await sender(portal);
      const { key } = await person.pipeline();
      return { person, rows, key, ingest: (...args: string[]) => run(key, args) };
    },
  };
}
