import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api, queryClient } from '../../api/client.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { useFormat } from '../../parts/format.ts';

export type MeasurementPlan = inferRouterOutputs<AppRouter>['visibility']['measurement']['get']['data'];

/** The answers that are neither used nor reserved. */
export const answersLeft = ({ answers: { budget, used, reserved } }: Pick<MeasurementPlan, 'answers'>) =>
  Math.max(0, budget - used - reserved);

/** Begins a run, after it has said what that costs. */
export function MeasureNow({ plan }: { plan: MeasurementPlan }) {
  const { t } = useTranslation();
  const { whole } = useFormat();
  const counts = (count: number) => ({ count, shown: whole(count) });
  const options = api.visibility.measurement.runs.create.mutationOptions();
  const navigate = useNavigate();
  const start = useMutation({
    ...options,
    meta: { shown: true },
    onSuccess: ({ data: { id } }) => navigate({ to: '/measurement/runs/$id', params: { id } }),
  });
  const { prompts, engines, answersPerRun } = plan.forecast;
  const cost = t('measuring.nowText', {
    prompts: t('measuring.askedPrompts', counts(prompts)),
    engines: t('measuring.toEngines', counts(engines)),
    readings: t('measuring.askedTimes', counts(plan.readingsPerPrompt)),
    answers: t('measuring.costAnswers', counts(answersPerRun)),
    left: whole(answersLeft(plan)),
  });
  return (
    <>
      <FormError error={start.error} />
      <ConfirmButton
        action={t('measuring.now')}
        title={t('measuring.nowTitle')}
        text={plan.siteAudit.enabled ? `${cost} ${t('measuring.nowAudit')}` : cost}
        variant="filled"
        destroys={false}
        loading={start.isPending}
        disabled={answersPerRun === 0 && !plan.siteAudit.enabled}
        onConfirm={() => {
          // A second click, before the page shows that the first one is under way, begins nothing.
          if (queryClient.isMutating({ mutationKey: options.mutationKey }) === 0) start.mutate(undefined);
        }}
      />
    </>
  );
}
