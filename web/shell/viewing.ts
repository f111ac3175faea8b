import { useRouter } from '@tanstack/react-router';
import { queryClient } from '../api/client.ts';
import { setViewed, type Viewed } from '../api/viewed.ts';
import { mayLeave } from '../parts/leaving.ts';
import { sessionCount } from '../session.ts';

/** Begins and ends to look at a client in this tab. Nothing that was read before stays on the pages. */
export function useViewing() {
  const router = useRouter();
  async function goOn(client: Viewed | undefined, go: () => Promise<void>) {
    if (!(await mayLeave())) return;
    setViewed(client);
    queryClient.clear();
    await go();
    await router.invalidate();
    sessionCount.set(sessionCount.get() + 1);
  }
  return {
    begin: (client: Viewed, to: '/' | '/tasks' | '/visibility' = '/') =>
      goOn(client, () => router.navigate({ to, ignoreBlocker: true })),
    leave: () => goOn(undefined, () => router.navigate({ to: '/operator', ignoreBlocker: true })),
    end: ({ id }: Viewed) =>
      goOn(undefined, () => router.navigate({ to: '/operator/clients/$id', params: { id }, ignoreBlocker: true })),
  };
}
