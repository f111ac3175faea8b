import { Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../api/client.ts';
import { ChoiceField } from '../../parts/choice-field.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { useSend } from '../../parts/send.ts';
import { orNull } from '../../parts/values.ts';

const PRIORITIES = ['high', 'medium', 'low'] as const;

export type Task = inferRouterOutputs<AppRouter>['dashboard']['actionItems']['list'][number];
type NewTask = inferRouterInputs<AppRouter>['dashboard']['actionItems']['create'];

interface Contents {
  /** The task to change; a new one without. */
  task?: Task;
  opened: boolean;
  onClose: () => void;
}

/** A task, which every member may set. */
export function TaskForm({ task, opened, onClose }: Contents) {
  const { t } = useTranslation();
  const { data: members } = useQuery({ ...api.auth.org.members.list.queryOptions({ limit: 500 }), enabled: opened });
  const save = async (input: NewTask) => {
    if (task) await portal.dashboard.actionItems.update.mutate({ id: task.id, ...input });
    else await portal.dashboard.actionItems.create.mutate(input);
  };
  const { form, submit, sending, error } = useSend(
    {
      title: task?.title ?? '',
      description: task?.description ?? '',
      category: task?.category ?? 'seo',
      priority: task?.priority ?? 'medium',
      due_date: task?.due_date ?? '',
      assigneeId: task?.assignee?.id ?? '',
    },
    { mutationFn: save },
    {
      of: task?.id,
      isShown: opened,
      edits: task !== undefined,
      inputOf: ({ description, due_date, assigneeId, priority, ...values }): NewTask => ({
        ...values,
        priority: PRIORITIES.find((level) => level === priority) ?? 'medium',
        description: orNull(description),
        due_date: orNull(due_date),
        assigneeId: orNull(assigneeId),
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
      title={task ? t('tasks.editOf', { title: task.title }) : t('tasks.fresh')}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormError error={error} />
          <TextInput label={t('tasks.title')} required data-autofocus {...form.getInputProps('title')} />
          <Textarea label={t('tasks.description')} autosize minRows={2} {...form.getInputProps('description')} />
          <ChoiceField kind="categories" label={t('tasks.category')} {...form.getInputProps('category')} />
          <NativeSelect
            label={t('tasks.priority')}
            data={PRIORITIES.map((value) => ({ value, label: t(`levels.priority.${value}`) }))}
            {...form.getInputProps('priority')}
          />
          <TextInput type="date" label={t('tasks.due')} {...form.getInputProps('due_date')} />
          <NativeSelect
            label={t('tasks.assignee')}
            data={[
              { value: '', label: t('tasks.nobody') },
              ...(members?.data ?? []).map(({ userId, name, email }) => ({ value: userId, label: name ?? email })),
            ]}
            {...form.getInputProps('assigneeId')}
          />
          <Button type="submit" loading={sending} disabled={task !== undefined && !form.isDirty()}>
            {t('save')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
