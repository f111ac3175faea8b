import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { portal } from '../api/client.ts';
import { statusOf } from '../api/errors.ts';
import { mayLeave } from '../parts/leaving.ts';
import { signedOut } from '../session.ts';

/** Ends the session and leads to the sign-in page. A session that had ended already is fine. */
export function useSignOut() {
  const navigate = useNavigate();
  return useMutation({
    async mutationFn() {
      if (!(await mayLeave())) return;
      try {
        await portal.auth.logout.mutate({});
      } catch (error) {
        if (statusOf(error) !== 401) throw error;
      }
      signedOut();
      await navigate({ to: '/sign-in', ignoreBlocker: true });
    },
  });
}
