import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { useSend } from '../parts/send.ts';
import { awaitSecondFactor, beginSession, ownPath } from '../session.ts';

interface Start {
  next?: string | undefined;
  email?: string;
  password?: string;
}

/** A form that signs in and goes on to an own path, by the second step where the account has one. */
export function useSignIn({ next, email = '', password = '' }: Start) {
  const router = useRouter();
  const navigate = useNavigate();
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const sent = useSend({ email, password }, api.auth.login.mutationOptions(), {
    inputOf: (values) => values,
    async onAnswer(answer) {
      if ('requires2FA' in answer) {
        awaitSecondFactor(answer.tempToken);
        return navigate({ to: '/two-factor', search: next === undefined ? {} : { next } });
      }
      beginSession();
      // Back leads to the page before, not to the form.
      return router.history.replace(ownPath(next));
    },
  });
  // On a slow line the code of the next page arrives seconds after the answer.
  return { ...sent, sending: sent.sending || (sent.sent.isSuccess && isLoading) };
}
