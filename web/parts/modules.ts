import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { api } from '../api/client.ts';

/** A part of the portal that the people of a client may see. */
export type Module = inferRouterOutputs<AppRouter>['auth']['account']['profile']['data']['modules'][number];

/** Tells whether the signed-in person sees a part of the portal. */
export function useModules() {
  const { data: profile } = useQuery(api.auth.account.profile.queryOptions());
  return (module: Module) => profile?.data.modules.includes(module) === true;
}
