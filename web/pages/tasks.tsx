import { Badge, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../api/client.ts';
import { useList } from '../api/list.ts';
import { Answer, Empty } from '../parts/answer.tsx';
import { Changes } from '../parts/changes.tsx';
import { useFilter } from '../parts/filter.ts';
import { useFormat } from '../parts/format.ts';
import { Level } from '../parts/levels.tsx';
import { PageLink } from '../parts/link.tsx';
import { More } from '../parts/more.tsx';
import { Page } from '../parts/page.tsx';
import { Part } from '../parts/part.tsx';
import { useMayWrite } from '../parts/support.ts';
import { useFormDialog } from '../parts/unsent.ts';
import { useWord } from '../parts/words.ts';
import { TASK_STATES } from '../routes/filters.ts';
import { AboutLink } from './tasks/about-link.tsx';
import { type Task, TaskForm } from './tasks/task-form.tsx';
import { useRemoval } from './tasks/use-removal.tsx';

type State = Task['status'];

function TaskRow({ task }: { task: Task }) {
  const { t } = useTranslation();
  const { day, date } = useFormat();
  const word = useWord('categories');
  const { opened: editing, open: edit, close: endEditing } = useFormDialog(`task ${task.id}`);
  const save = useMutation(api.dashboard.actionItems.update.mutationOptions({ meta: { optimistic: true } }));
  const { remove, removing } = useRemoval(task);
  // Shown before the portal has answered; a refusal leaves the old one, with a message.
  const status = save.isPending ? (save.variables.status ?? task.status) : task.status;
  const when =
    task.status === 'done' && task.completed_at
      ? t('tasks.doneOn', { date: date(task.completed_at) })
      : task.due_date && t('tasks.dueOn', { date: day(task.due_date) });
  return (
    <div className="row row-split">
      <div>
        <Text fw={600} td={status === 'done' ? 'line-through' : undefined}>
          {task.title}
        </Text>
        <Text size="sm" c="dimmed" mb={6}>
          {task.description}
        </Text>
        <Group gap="xs">
          <Level kind="priority" level={task.priority} />
          <Badge color="gray">{word(task.category)}</Badge>
          {task.is_overdue && (
            <Badge color="red" className="tag">
              {t('tasks.overdue')}
            </Badge>
          )}
          <AboutLink task={task} />
          <Text size="sm" c="dimmed">
            {[when, task.assignee?.name].filter(Boolean).join(' · ')}
          </Text>
        </Group>
      </div>
      <Changes>
        <Group gap="xs">
          <NativeSelect
            aria-label={t('tasks.status', { title: task.title })}
            value={status}
            data={TASK_STATES.map((value) => ({ value, label: t(`tasks.states.${value}`) }))}
            onChange={({ currentTarget }) => save.mutate({ id: task.id, status: currentTarget.value as State })}
          />
          <Button
            variant="default"
            aria-haspopup="dialog"
            aria-label={t('tasks.editOf', { title: task.title })}
            onClick={edit}
          >
            {t('edit')}
          </Button>
          {task.is_deletable && (
            <Button
              variant="subtle"
              color="gray"
              aria-label={t('tasks.removeOf', { title: task.title })}
              loading={removing}
              onClick={remove}
            >
              {t('remove')}
            </Button>
          )}
        </Group>
      </Changes>
      {editing && <TaskForm task={task} opened onClose={endEditing} />}
    </div>
  );
}

export function TasksPage() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/inside/tasks' });
  const { status, since } = search;
  const { day } = useFormat();
  const filterBy = useFilter(search);
  const { opened: adding, open, close } = useFormDialog('task');
  const mayWrite = useMayWrite();
  const filter = {
    limit: 50,
    sort: 'open_first' as const,
    ...(status && { status }),
    ...(since && { doneSince: since }),
  };
  const tasks = useList(
    api.dashboard.actionItems.list.queryKey(filter),
    (page, how) => portal.dashboard.actionItems.list.query({ ...filter, ...page }, how),
    (rows) => rows,
  );

  return (
    <Page
      title={t('pages.tasks')}
      lead={t('tasks.lead')}
      actions={mayWrite && <Button onClick={open}>{t('tasks.fresh')}</Button>}
    >
      <TaskForm opened={adding} onClose={close} />
      {since && (
        <Text>
          {t('tasks.since', { date: day(since) })}{' '}
          <PageLink to="/tasks" search={{}}>
            {t('tasks.all')}
          </PageLink>
        </Text>
      )}
      <NativeSelect
        label={t('tasks.filter')}
        w={200}
        value={status ?? ''}
        onChange={({ currentTarget }) => filterBy({ status: currentTarget.value as State | '', since: '' })}
        data={[
          { value: '', label: t('tasks.all') },
          ...TASK_STATES.map((value) => ({ value, label: t(`tasks.states.${value}`) })),
        ]}
      />
      <Answer of={{ ...tasks, data: tasks.rows }} height={480}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty>{t('tasks.none')}</Empty>
          ) : (
            <Part title={t('pages.tasks')}>
              <Stack>
                {rows.map((task) => (
                  <TaskRow key={task.id} task={task} />
                ))}
                <More of={tasks} />
              </Stack>
            </Part>
          )
        }
      </Answer>
    </Page>
  );
}
