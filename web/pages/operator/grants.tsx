import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useEdit } from '../../parts/edit.ts';
import { FormError } from '../../parts/form-error.tsx';
import { useFormat } from '../../parts/format.ts';
import { NumberField, useNumbers } from '../../parts/number-field.tsx';
import { Part } from '../../parts/part.tsx';
import { PLAN_LIMITS, type PlanLimit } from '../../parts/plan-use.tsx';
import { Save } from '../../parts/save.tsx';
import { planNumbers } from './plans/numbers.ts';

type Client = inferRouterOutputs<AppRouter>['operator']['clients']['get']['data'];

/** What the plan of a client grants and how much of it is used, and other numbers in its place. */
export function ClientGrants({ client: { id, grants }, mayChange }: { client: Client; mayChange: boolean }) {
  const { t } = useTranslation();
  const { whole } = useFormat();
  const { data: state } = useQuery(api.operator.clients.state.queryOptions({ id }));
  const { typed, read, complaints } = planNumbers(useNumbers());
  const { form, submit, sending, error, changed, saved } = useEdit(
    typed(grants),
    api.operator.clients.update.mutationOptions(),
    (values) => ({ id, grants: read(values) }),
    complaints,
  );
  const useOf = (name: PlanLimit) => {
    const one = state?.data.grants[name];
    if (!one) return undefined;
    const used = whole(one.used);
    if (one.limit === null && name === 'monthlyAnswers')
      return t('plans.useUsual', { used, limit: whole(state.data.monthlyAnswers) });
    return one.limit === null ? t('plans.useFree', { used }) : t('plans.use', { used, limit: whole(one.limit) });
  };
  return (
    <Part title={t('plans.granted')} text={t('plans.overridesText')}>
      <form onSubmit={submit} noValidate>
        <fieldset disabled={!mayChange} className="plain-fields" aria-label={t('plans.granted')}>
          <Stack maw={640}>
            <FormError error={error} />
            {PLAN_LIMITS.map((limit) => (
              <NumberField
                key={limit}
                label={t('plans.ofPlan', { name: t(`plans.names.${limit}`) })}
                description={useOf(limit)}
                {...form.getInputProps(limit)}
              />
            ))}
            {mayChange && <Save sending={sending} changed={changed} saved={saved} />}
          </Stack>
        </fieldset>
      </form>
    </Part>
  );
}
