import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format.ts';

type Change = inferRouterOutputs<AppRouter>['visibility']['aeo']['history']['data'][number]['change'];

/** A function that says in words what became of a mention rate since the scan before, if it is not the first of all. */
export function useVerdict() {
  const { t } = useTranslation();
  const { change: signed, number } = useFormat();
  return (change: Change, isFirst: boolean) => {
    // A scan is compared with those of its own source alone.
    if (change === null) return t(isFirst ? 'aiSearch.verdicts.first' : 'aiSearch.verdicts.first_of_source');
    const { verdict, value, smallestVisible, notComparable } = change;
    if (verdict === 'moved') return t('aiSearch.verdicts.moved', { count: value ?? 0, points: signed(value) });
    if (verdict === 'no_clear_change')
      return t('aiSearch.verdicts.no_clear_change', { count: smallestVisible ?? 0, points: number(smallestVisible) });
    const reasons = notComparable.map(({ reason }) => t(`aiSearch.reasons.${reason}`));
    return t('aiSearch.verdicts.not_comparable', { reasons: reasons.join(t('aiSearch.reasons.and')) });
  };
}
