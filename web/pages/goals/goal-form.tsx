import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { portal } from '../../api/client.ts';
import { ChoiceField } from '../../parts/choice-field.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { NumberField, useNumbers } from '../../parts/number-field.tsx';
import { useSend } from '../../parts/send.ts';
import { orNull } from '../../parts/values.ts';

export type Goal = inferRouterOutputs<AppRouter>['dashboard']['goals']['list']['data'][number];
type NewGoal = inferRouterInputs<AppRouter>['dashboard']['goals']['create'];

const PRIORITIES = ['high', 'medium', 'low'] as const;
const STATES = ['not_started', 'in_progress', 'completed', 'paused', 'cancelled'] as const;

interface Contents {
  /** The goal to change; a new one without. */
  goal?: Goal;
  opened: boolean;
  onClose: () => void;
}

/** A goal, which administrators set. */
export function GoalForm({ goal, opened, onClose }: Contents) {
  const { t } = useTranslation();
  const numbers = useNumbers();
  const save = async (input: Omit<NewGoal, 'current_value'>) => {
    if (goal) await portal.dashboard.goals.update.mutate({ id: goal.goal_id, ...input });
    else await portal.dashboard.goals.create.mutate({ ...input, current_value: input.baseline_value });
  };
  const { form, submit, sending, error } = useSend(
    {
      title: goal?.title ?? '',
      goal_type: goal?.goal_type ?? 'traffic',
      category: goal?.category ?? 'seo',
      baseline_value: numbers.shown(goal?.baseline_value ?? 0),
      target_value: numbers.shown(goal?.target_value),
      unit: goal?.unit ?? '',
      status: goal?.status ?? 'in_progress',
      priority: goal?.priority ?? 'medium',
      deadline: goal?.deadline ?? '',
    },
    { mutationFn: save },
    {
      of: goal?.goal_id,
      complaints: ({ baseline_value, target_value }) => ({
        baseline_value: numbers.complaintOf(baseline_value),
        target_value: numbers.complaintOf(target_value),
      }),
      isShown: opened,
      edits: goal !== undefined,
      inputOf: ({ deadline, baseline_value, target_value, ...values }) => ({
        ...values,
        baseline_value: numbers.valueOf(baseline_value),
        target_value: numbers.valueOf(target_value),
        deadline: orNull(deadline),
      }),
      onAnswer() {
        form.reset();
        onClose();
      },
    },
  );
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={goal ? t('goals.editOf', { title: goal.title }) : t('goals.fresh')}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormError error={error} />
          <TextInput label={t('goals.title')} required data-autofocus {...form.getInputProps('title')} />
          <Group grow align="flex-start">
            <ChoiceField kind="types" label={t('goals.type')} {...form.getInputProps('goal_type')} />
            <ChoiceField kind="categories" label={t('goals.category')} {...form.getInputProps('category')} />
          </Group>
          <Group grow align="flex-start">
            <NumberField label={t('goals.baseline')} {...form.getInputProps('baseline_value')} />
            <NumberField label={t('goals.target')} required {...form.getInputProps('target_value')} />
            <TextInput label={t('goals.unit')} required {...form.getInputProps('unit')} />
          </Group>
          <Group grow align="flex-start">
            <NativeSelect
              label={t('goals.priority')}
              data={PRIORITIES.map((value) => ({ value, label: t(`levels.priority.${value}`) }))}
              {...form.getInputProps('priority')}
            />
            <TextInput type="date" label={t('goals.deadline')} {...form.getInputProps('deadline')} />
          </Group>
          {goal && (
            <NativeSelect
              label={t('goals.status')}
              data={STATES.map((value) => ({ value, label: t(`goals.states.${value}`) }))}
              {...form.getInputProps('status')}
            />
          )}
          <Button type="submit" loading={sending} disabled={goal !== undefined && !form.isDirty()}>
            {t('save')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
