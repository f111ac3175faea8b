import { useRouter } from '@tanstack/react-router';
import { beginSession, sessionCount } from '../session.ts';

/**
 * Goes to a page in the session that has just begun: nothing that was read before stays. Call it within the mutation,
 * after which all queries on the screen are repeated.
 */
export function useNewSession() {
  const router = useRouter();
  return async (to: '/' | '/operator' | '/measurement' | '/settings/connections') => {
    beginSession();
    await router.navigate({ to, ignoreBlocker: true });
    await router.invalidate();
    sessionCount.set(sessionCount.get() + 1);
  };
}
