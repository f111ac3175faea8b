import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useModules } from '../../parts/modules.ts';
import { dayBefore } from '../../parts/today.ts';

interface Scan {
  runId: string;
  asOf: string;
  dynamicScore: number | null;
}

const hasScore = <S extends Scan>(scan: S): scan is S & { dynamicScore: number } => scan.dynamicScore !== null;

const MONTH = 28;
/** Runs that brought AI search alone have no score. */
const SOME = 10;

/**
 * The score of about a month ago, else that of a scan of an earlier day: a measurement of the portal's own
 * repeats the scores of the scan before, so that the latest two say nothing.
 */
export function useScoreBefore() {
  const has = useModules();
  const monthAgo = useQuery({
    ...api.visibility.scoreHistory.queryOptions({ to: dayBefore(MONTH), limit: SOME }),
    enabled: has('visibility'),
  });

  function scoreBefore(trend: Scan[]) {
    const latest = trend.at(-1);
    if (!latest) return undefined;
    const old = (monthAgo.data?.data ?? []).filter(({ runId }) => runId !== latest.runId).findLast(hasScore);
    const earlier = trend.filter(({ asOf }) => asOf.slice(0, 10) < latest.asOf.slice(0, 10)).findLast(hasScore);
    const found = old ?? earlier;
    return found && { asOf: found.asOf, score: found.dynamicScore, isMonthAgo: found === old };
  }

  return { scoreBefore, isPending: monthAgo.isLoading && monthAgo.failureCount === 0 };
}
