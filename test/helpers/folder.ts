import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty folder for this test only. */
export async function folderForThisTest() {
  const folder = await mkdtemp(join(tmpdir(), 'portal-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
