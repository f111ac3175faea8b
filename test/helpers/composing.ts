import { onTestFinished } from 'vitest';
import { composer, openComposer } from '../../routers/cms/rendering/composer.ts';
import type { Portal } from './portal.ts';

/** Lets a portal render pages under other limits, for this test only. */
export function composing(portal: Portal, limits: Parameters<typeof openComposer>[0]) {
  const inUse = portal.deps.use(composer);
  const usual = { ...inUse };
  const other = openComposer(limits);
  Object.assign(inUse, other);
  onTestFinished(async () => {
    Object.assign(inUse, usual);
    await other.close();
  });
}
