import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { useSend } from '../parts/send.ts';
import { awaitSecondFactor, beginSession, ownPath } from '../session.ts';
import { rememberAddress } from './typed-address.ts';

interface Start {
  next?: string | undefined;
  email?: string;
  password?: string;
}

/** Goes on after the first factor: to an own path, or to the second step where the account has one. */
export function useGoOn(next: string | undefined) {
  const router = useRouter();
  const navigate = useNavigate();
  return (answer: { tempToken: string } | object) => {
    rememberAddress('');
    if ('tempToken' in answer) {
      awaitSecondFactor(answer.tempToken);
      return navigate({ to: '/two-factor', search: next === undefined ? {} : { next } });
    }
    beginSession();
    // Back leads to the page before, not to the form.
    return router.history.replace(ownPath(next));
  };
}

/** A form that signs in with a password. */
export function useSignIn({ next, email = '', password = '' }: Start) {
  const onAnswer = useGoOn(next);
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const sent = useSend({ email, password }, api.auth.login.mutationOptions(), {
    inputOf: (values) => values,
    onAnswer,
  });
  // On a slow line the code of the next page arrives seconds after the answer.
  return { ...sent, sending: sent.sending || (sent.sent.isSuccess && isLoading) };
}
