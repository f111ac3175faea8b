import { useMutation, useQuery } from '@tanstack/react-query';
import { api, portal } from '../api/client.ts';
import { useNewSession } from './new-session.ts';

/** The organization of this session, the others of this person, and the way to one of them. */
export function useOrganizations() {
  const begin = useNewSession();
  const { data: profile } = useQuery(api.auth.account.profile.queryOptions());
  const { data: list } = useQuery(api.auth.org.list.queryOptions({ limit: 100 }));
  const change = useMutation({
    // No data of the other organization stays in the cache, nor is it requested again.
    async mutationFn(orgId: string) {
      await portal.auth.org.switch.mutate({ orgId });
      await begin('/');
    },
  });
  // A support session stays with its client.
  const others = profile?.data.support ? [] : (list?.data ?? []).filter(({ current }) => !current);
  return {
    name: profile?.data.orgName,
    others,
    goTo: (orgId: string) => change.mutate(orgId),
    isPending: change.isPending,
  };
}
