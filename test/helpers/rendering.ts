import { onTestFinished } from 'vitest';
import { openRenderer, renderer } from '../../routers/cms/rendering/renderer.ts';
import type { Portal } from './portal.ts';

/** Lets a portal render pages under other limits, for this test only. */
export function withRenderer(portal: Portal, limits: Parameters<typeof openRenderer>[0]) {
  const inUse = portal.deps.use(renderer);
  const usual = { ...inUse };
  const other = openRenderer(limits);
  Object.assign(inUse, other);
  onTestFinished(async () => {
    Object.assign(inUse, usual);
    await other.close();
  });
}
