import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { api } from '../../api/client.ts';
import { useModules } from '../../parts/modules.ts';
import { useMayWrite } from '../../parts/support.ts';

type Overview = inferRouterOutputs<AppRouter>['visibility']['overview']['data'];

const STEPS = [
  { step: 'measure', to: '/measurement', admin: true, module: 'ai_search' },
  { step: 'data', to: '/settings/connections', admin: true, module: undefined },
  { step: 'page', to: '/content', admin: false, module: 'content' },
  { step: 'goal', to: '/goals', admin: false, module: 'goals' },
  { step: 'question', to: '/insights', admin: false, module: 'insights' },
  { step: 'members', to: '/settings/members', admin: true, module: undefined },
] as const;

/** The first steps of an organization that the signed-in person can take, and which of them are done. */
export function useSteps() {
  const has = useModules();
  const mayWrite = useMayWrite();
  const { data: profile } = useQuery(api.auth.account.profile.queryOptions());
  const isAdmin = profile?.data.role === 'admin' && mayWrite;
  const pages = useQuery({ ...api.dashboard.kpis.queryOptions(), enabled: isAdmin });
  const members = useQuery({ ...api.auth.org.members.list.queryOptions({ limit: 2 }), enabled: isAdmin });
  const asked = useQuery({
    ...api.insights.runs.list.queryOptions({ limit: 1 }),
    enabled: isAdmin && has('insights'),
  });

  function stepsOf({ aeo, goals }: Overview, hasFigures: boolean) {
    const done = {
      measure: aeo.score !== null,
      data: hasFigures,
      page: typeof pages.data?.kpis.contentHealth === 'number',
      goal: goals.total > 0,
      question: (asked.data?.data.length ?? 0) > 0,
      members: (members.data?.data.length ?? 0) > 1,
    };
    return STEPS.filter(({ admin, module }) => (isAdmin || !admin) && (!module || has(module))).map(({ step, to }) => ({
      step,
      to,
      isDone: done[step],
    }));
  }

  return {
    stepsOf,
    isAdmin,
    isPending: [pages, members, asked].some((one) => one.isLoading && one.failureCount === 0),
  };
}
