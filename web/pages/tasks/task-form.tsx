import { Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { useSend } from '../../parts/send.ts';

const PRIORITIES = ['high', 'medium', 'low'] as const;

/** A new task. */
export function TaskForm({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { data: members } = useQuery({ ...api.auth.org.members.list.queryOptions({ limit: 500 }), enabled: opened });
  const { form, submit, sending, error } = useSend(
    { title: '', description: '', category: '', priority: 'medium', due_date: '', assigneeId: '' },
    api.dashboard.actionItems.create.mutationOptions(),
    {
      isShown: opened,
      inputOf: ({ title, description, category, priority, due_date, assigneeId }) => ({
        title,
        category,
        priority: PRIORITIES.find((level) => level === priority) ?? 'medium',
        ...(description.trim() && { description }),
        ...(due_date && { due_date }),
        ...(assigneeId && { assigneeId }),
      }),
      onAnswer() {
        form.reset();
        onClose();
      },
    },
  );
  return (
    <Dialog opened={opened} onClose={onClose} title={t('tasks.fresh')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormError error={error} />
          <TextInput label={t('tasks.title')} data-autofocus {...form.getInputProps('title')} />
          <Textarea label={t('tasks.description')} autosize minRows={2} {...form.getInputProps('description')} />
          <TextInput label={t('tasks.category')} {...form.getInputProps('category')} />
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
          <Button type="submit" loading={sending}>
            {t('save')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
