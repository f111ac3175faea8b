import { lazyRouteComponent } from '@tanstack/react-router';
import { loadWhenReachable } from '../api/code.ts';

/** The component of a page, whose code is loaded when the page is opened. */
export const page = <Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent(loadWhenReachable(load), name);
