import type { AnyRouter } from '@tanstack/react-router';
import { api, queryClient } from '../api/client.ts';
import { codeOf } from '../api/errors.ts';
import { mayLeave } from '../parts/leaving.ts';
import { keepUnsent } from '../parts/unsent.ts';
import { hasSession, sessionEnded } from '../session.ts';

/** Leads to the page on which a second step is set up, once an organization asks for it. */
function setUpSecondStep(router: AnyRouter) {
  void queryClient.invalidateQueries({ queryKey: api.auth.account.profile.queryKey() });
  if (router.state.location.pathname !== '/settings/security') void router.navigate({ to: '/settings/security' });
}

/** Leads to the sign-in page once the portal says that the session has ended, and from there back. */
export function leaveWhenSessionEnds(router: AnyRouter) {
  let leaving = false;
  const leave = async (error: unknown) => {
    const { pathname, href } = router.state.location;
    const isInside = router.state.matches.some(({ routeId }) => String(routeId).startsWith('/inside'));
    if (isInside && codeOf(error) === 'TWO_FACTOR_REQUIRED') setUpSecondStep(router);
    if (codeOf(error) !== 'UNAUTHENTICATED' || !isInside || leaving) return;
    leaving = true;
    sessionEnded();
    if (await mayLeave()) {
      keepUnsent();
      await router.navigate({ to: '/sign-in', search: pathname === '/' ? {} : { next: href }, ignoreBlocker: true });
    }
    leaving = false;
  };
  queryClient.getQueryCache().subscribe((event) => {
    // Who has chosen to stay is asked again by an action, not by each query of the page.
    if (event.type === 'updated' && event.action.type === 'error' && hasSession()) leave(event.action.error);
  });
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') leave(event.action.error);
  });
}
