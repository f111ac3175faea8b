import { createRouter } from '@tanstack/react-router';
import { NotFoundPage } from '../accounts/not-found.tsx';
import { FailurePage, WaitingPage } from '../parts/outcomes.tsx';
import { accountRoutes } from './account.ts';
import { leaveWhenSessionEnds } from './ended-session.ts';
import { insideRoutes } from './inside.ts';
import { root } from './root.ts';

export const router = createRouter({
  routeTree: root.addChildren([accountRoutes, insideRoutes]),
  defaultPreload: 'intent',
  defaultPendingComponent: WaitingPage,
  defaultErrorComponent: FailurePage,
  defaultNotFoundComponent: NotFoundPage,
});

leaveWhenSessionEnds(router);

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
