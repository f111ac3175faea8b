import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../api/client.ts';
import { tell } from '../../parts/tell.ts';
import type { Task } from './task-form.tsx';

const SHOWN = 20_000;

/** A task as it was, under a new id: the portal keeps nothing of what is deleted. */
async function bringBack({ title, description, category, priority, due_date, assignee, status }: Task) {
  const facts = { title, description, category, priority, due_date, assigneeId: assignee?.id ?? null };
  const { data } = await portal.dashboard.actionItems.create.mutate(facts);
  if (status !== data.status) await portal.dashboard.actionItems.update.mutate({ id: data.id, status });
}

/** Deletes a task at once, and offers for a while to undo that. */
export function useRemoval(task: Task) {
  const { t } = useTranslation();
  const back = useMutation({ mutationFn: bringBack });
  const { mutate, isPending } = useMutation(
    api.dashboard.actionItems.remove.mutationOptions({
      onSuccess() {
        const id = tell({
          autoClose: SHOWN,
          message: (
            <Group justify="space-between" wrap="nowrap">
              <Text size="sm">{t('tasks.removed', { title: task.title })}</Text>
              <Button
                size="xs"
                variant="default"
                autoFocus
                aria-label={t('tasks.undoOf', { title: task.title })}
                onClick={() => {
                  notifications.hide(id);
                  back.mutate(task);
                }}
              >
                {t('undo')}
              </Button>
            </Group>
          ),
        });
      },
    }),
  );
  return { remove: () => mutate({ id: task.id }), removing: isPending };
}
