import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadWhenReachable } from '../api/code.ts';
import { requirePerson } from '../session.ts';
import { root } from './root.ts';

/** The frame of the pages of signed-in people. */
export const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: async ({ location }) => ({ person: await requirePerson(location) }),
  component: lazyRouteComponent(
    loadWhenReachable(() => import('../shell/shell.tsx')),
    'Shell',
  ),
});
