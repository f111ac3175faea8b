import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../api/client.ts';
import { PageLink } from '../../parts/link.tsx';
import { isUnderWay, LOOK_AGAIN, useNewFigures } from '../measurement/look-again.ts';

/** Looks for the end of a run that is under way, and shows its figures then. */
export function useRunUnderWay() {
  const runs = useQuery({
    ...api.visibility.measurement.runs.list.queryOptions({ limit: 1 }),
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? LOOK_AGAIN : false),
  });
  useNewFigures(runs.data?.data.some(isUnderWay) ?? false);
}

/** A function that finds the run of the portal’s own measurement that became a scan; none for a pipeline’s. */
export function useMeasuredRun() {
  const runs = useQuery(api.visibility.measurement.runs.list.queryOptions({ limit: 100 }));
  return (scanRunId: string | undefined) => scanRunId && runs.data?.data.find((run) => run.scanRunId === scanRunId)?.id;
}

/** The run behind the latest answers; none where a pipeline sent them. */
export function useLatestRun() {
  const history = useQuery(api.visibility.aeo.history.queryOptions({ limit: 60 }));
  return useMeasuredRun()(history.data?.data.at(-1)?.runId);
}

interface Behind {
  run: string | undefined;
  engine?: string;
  prompt?: string;
  children: ReactNode;
}

/** A figure or a question that leads to the answers behind it, where the portal has asked them. */
export function AnswersBehind({ run, engine, prompt, children }: Behind) {
  if (!run) return children;
  const search = { ...(engine && { engine }), ...(prompt && { prompt }) };
  return (
    <PageLink to="/measurement/runs/$id" params={{ id: run }} search={search} size="sm">
      {children}
    </PageLink>
  );
}
