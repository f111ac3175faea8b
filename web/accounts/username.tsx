import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';

/** Tells password managers whose password a form asks for or sets. People read it elsewhere on the page. */
export function Username({ email }: { email: string }) {
  return <input hidden type="email" name="username" autoComplete="username" value={email} readOnly />;
}

/** The same where the page does not know whose password it is: only password managers see the field, and fill it in. */
export function UnknownUsername() {
  return (
    <input
      type="email"
      name="username"
      autoComplete="username"
      className="visually-hidden"
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}

/** The same of the signed-in person. */
export function OwnUsername() {
  const { data } = useQuery(api.auth.account.profile.queryOptions());
  return data ? <Username email={data.data.email} /> : null;
}
