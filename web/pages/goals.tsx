import { Badge, Button, Group, NativeSelect, Progress, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../api/client.ts';
import { useList } from '../api/list.ts';
import { Answer, Empty } from '../parts/answer.tsx';
import { Figures } from '../parts/figures.tsx';
import { useFilter, useSearchField } from '../parts/filter.ts';
import { useFormat } from '../parts/format.ts';
import { Level } from '../parts/levels.tsx';
import { More } from '../parts/more.tsx';
import { Page } from '../parts/page.tsx';
import { Part } from '../parts/part.tsx';
import { useSupport } from '../parts/support.ts';
import { useFormDialog } from '../parts/unsent.ts';
import { useWord } from '../parts/words.ts';
import { GOAL_STATES } from '../routes/filters.ts';
import { type Goal, GoalForm } from './goals/goal-form.tsx';
import { Readings } from './goals/readings.tsx';

const COLORS = {
  not_started: 'gray',
  in_progress: 'yellow',
  completed: 'teal',
  paused: 'gray',
  cancelled: 'gray',
} as const;

function GoalCard({ goal, mayEdit }: { goal: Goal; mayEdit: boolean }) {
  const { t } = useTranslation();
  const { amount, percent, day } = useFormat();
  const word = useWord('categories');
  const { opened, toggle } = useFormDialog(`history ${goal.goal_id}`);
  const { opened: editing, open: edit, close: endEditing } = useFormDialog(`goal ${goal.goal_id}`);
  return (
    <Part
      title={goal.title}
      text={t('goals.progress', {
        current: amount(goal.current_value),
        target: amount(goal.target_value),
        unit: goal.unit,
      })}
      aside={
        <Badge color={goal.is_overdue ? 'red' : COLORS[goal.status]} className="tag">
          {t(goal.is_overdue ? 'goals.overdue' : `goals.states.${goal.status}`)}
        </Badge>
      }
    >
      <Progress value={goal.progress_percent} aria-label={goal.title} mb="sm" />
      <Group justify="space-between">
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {percent(goal.progress_percent)}
          </Text>
          <Level kind="priority" level={goal.priority} />
          <Badge color="gray">{word(goal.category)}</Badge>
          {goal.deadline && (
            <Text size="sm" c="dimmed">
              {t('goals.due', { date: day(goal.deadline) })}
            </Text>
          )}
        </Group>
        <Group gap="xs">
          {mayEdit && (
            <Button
              size="xs"
              variant="default"
              aria-haspopup="dialog"
              aria-label={t('goals.editOf', { title: goal.title })}
              onClick={edit}
            >
              {t('edit')}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            aria-expanded={opened}
            aria-label={t('goals.history', { title: goal.title })}
            onClick={toggle}
          >
            {t('goals.showHistory')}
          </Button>
        </Group>
      </Group>
      {editing && <GoalForm goal={goal} opened onClose={endEditing} />}
      {opened && <Readings id={goal.goal_id} title={goal.title} value={goal.current_value} />}
    </Part>
  );
}

/** Which goals are listed: the summary is of all. */
function GoalFilter() {
  const { t } = useTranslation();
  const current = useSearch({ from: '/inside/goals' });
  const filter = useFilter(current);
  const field = useSearchField(current.search, (search) => filter({ search }));
  return (
    <Group align="flex-end">
      <TextInput label={t('goals.search')} {...field} />
      <NativeSelect
        label={t('goals.status')}
        value={current.status ?? ''}
        onChange={({ currentTarget }) => filter({ status: GOAL_STATES.find((one) => one === currentTarget.value) })}
        data={[
          { value: '', label: t('goals.all') },
          ...GOAL_STATES.map((value) => ({ value, label: t(`goals.states.${value}`) })),
        ]}
      />
    </Group>
  );
}

export function GoalsPage() {
  const { t } = useTranslation();
  const { whole } = useFormat();
  const { opened: adding, open, close } = useFormDialog('goal');
  const { data: profile } = useQuery(api.auth.account.profile.queryOptions());
  const support = useSupport();
  const isAdmin = profile?.data.role === 'admin';
  const filter = useSearch({ from: '/inside/goals' });
  const goals = useList(
    api.dashboard.goals.list.queryKey(filter),
    (page, how) => portal.dashboard.goals.list.query({ ...filter, ...page, limit: 50 }, how),
    ({ data }) => data,
  );

  return (
    <Page
      title={t('pages.goals')}
      lead={t('goals.lead')}
      actions={
        <>
          {!support && (
            <Button component="a" href="/api/exports/goals?bom=1" download variant="default">
              {t('goals.export')}
            </Button>
          )}
          {isAdmin && <Button onClick={open}>{t('goals.fresh')}</Button>}
        </>
      }
    >
      <GoalForm opened={adding} onClose={close} />
      <Answer of={{ ...goals, data: goals.first }} height={640}>
        {({ summary }) => (
          <>
            <Figures
              figures={[
                {
                  label: t('goals.total'),
                  value: whole(summary.total),
                  note: summary.overdue > 0 && t('goals.overdueOfThem', { count: summary.overdue }),
                },
                { term: 'goals', label: t('goals.completed'), value: whole(summary.completed) },
                { label: t('goals.inProgress'), value: whole(summary.inProgress) },
                // Canceled ones are counted only where nothing else is listed.
                {
                  label: t(filter.status === 'cancelled' ? 'goals.states.cancelled' : 'goals.waiting'),
                  value: whole(summary.total - summary.completed - summary.inProgress),
                },
              ]}
            />
            {(summary.total > 0 || Object.keys(filter).length > 0) && <GoalFilter />}
            {goals.rows?.length === 0 && (
              <Empty>{Object.keys(filter).length > 0 ? t('goals.noneFound') : t('goals.none')}</Empty>
            )}
            {(goals.rows ?? []).map((goal) => (
              <GoalCard key={goal.goal_id} goal={goal} mayEdit={isAdmin} />
            ))}
            <More of={goals} />
          </>
        )}
      </Answer>
    </Page>
  );
}
