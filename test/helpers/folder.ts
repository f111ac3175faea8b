import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './memory-folder.ts';

/** An empty folder for this test only. */
export async function folderForThisTest() {
  const folder = await mkdtemp(join(temporaryFolder(), 'portal-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
