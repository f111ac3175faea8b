import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';

/** The support session in which an operator sees the data of a client, if this is one. */
export function useSupport() {
  const { data: profile } = useQuery(api.auth.account.profile.queryOptions());
  return profile?.data.support;
}

/** Whether the data of the organization may be changed: not in a support session that only reads. */
export function useMayWrite() {
  const support = useSupport();
  return !support || support.write;
}
