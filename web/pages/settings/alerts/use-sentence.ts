import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../parts/format.ts';

export type Alert = inferRouterOutputs<AppRouter>['alerts']['list']['data'][number];

/** What an alert is about, in a sentence. */
export function useSentence() {
  const { t } = useTranslation();
  const { number } = useFormat();
  return ({ metric, when, value }: Pick<Alert, 'metric' | 'when' | 'value'>) =>
    t(`alertsPage.sentences.${when}`, { metric: t(`alertsPage.metrics.${metric}`), value: number(value) });
}
