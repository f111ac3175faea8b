import { Button, Checkbox, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { FormError } from '../../../parts/form-error.tsx';
import { NumberField, useNumbers } from '../../../parts/number-field.tsx';
import { PLAN_LIMITS } from '../../../parts/plan-use.tsx';
import { useSend } from '../../../parts/send.ts';
import { orNull } from '../../../parts/values.ts';
import { MODULES } from '../modules.tsx';
import { type Plan, planNumbers } from './numbers.ts';

interface Contents {
  /** What is changed; a new one without it. */
  plan?: Plan | undefined;
  /** All plans with this one in its place. */
  withChange: (changed: Plan) => Plan[];
  onDone: () => void;
}

export function PlanForm({ plan, withChange, onDone }: Contents) {
  const { t } = useTranslation();
  const { typed, read, complaints } = planNumbers(useNumbers());
  const { form, submit, sending, error } = useSend(
    { key: plan?.key ?? '', tier: plan?.tier ?? '', features: plan?.features ?? [], ...typed(plan) },
    api.operator.updatePlans.mutationOptions(),
    {
      of: plan ? `${plan.key} ${plan.tier}` : 'new',
      inputOf: ({ key, tier, features, ...fields }) => ({
        plans: withChange({ key: key.trim(), tier: orNull(tier), features, ...read(fields) }),
      }),
      complaints,
      onAnswer: onDone,
    },
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw={640}>
        <FormError error={error} />
        <TextInput label={t('plans.key')} maxLength={64} {...form.getInputProps('key')} />
        <TextInput label={t('plans.tier')} maxLength={64} {...form.getInputProps('tier')} />
        {PLAN_LIMITS.map((limit) => (
          <NumberField
            key={limit}
            label={t('plans.emptyIsFree', { name: t(`plans.names.${limit}`) })}
            {...form.getInputProps(limit)}
          />
        ))}
        <Checkbox.Group
          label={t('plans.features')}
          description={t('plans.featuresText')}
          {...form.getInputProps('features')}
        >
          <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing="sm" mt="xs">
            {MODULES.map((module) => (
              <Checkbox key={module} value={module} label={t(`operatorPage.moduleNames.${module}`)} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
        <Group>
          <Button type="submit" loading={sending}>
            {t('save')}
          </Button>
          <Button variant="default" onClick={onDone}>
            {t('cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
