import { Badge, Group, NativeSelect, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../api/client.ts';
import { Answer, Empty } from '../parts/answer.tsx';
import { useChange } from '../parts/change.ts';
import { useFormat } from '../parts/format.ts';
import { Level } from '../parts/levels.tsx';
import { Page } from '../parts/page.tsx';
import { Part } from '../parts/part.tsx';
import { useMayWrite } from '../parts/support.ts';

type Visibility = inferRouterOutputs<AppRouter>['visibility'];
type Plan = Visibility['actionPlan']['get'];
type Step = Plan['data']['phases'][number]['items'][number];
type Recommendations = Visibility['recommendations']['list'];
type Advice = Recommendations['data'][number];

const STEP_STATES = ['todo', 'in_progress', 'done', 'skipped'] as const;
const ADVICE_STATES = ['open', 'accepted', 'done', 'dismissed'] as const;

interface Entry {
  title: string;
  description: string;
  impact: 'high' | 'medium' | 'low';
  effort: 'high' | 'medium' | 'low';
  status: string;
}

/** A step or recommendation, with its status to change. */
function EntryRow(props: {
  entry: Entry;
  note: string | undefined;
  states: { value: string; label: string }[];
  onChange: (status: string) => void;
}) {
  const { t } = useTranslation();
  const { entry, note, states, onChange } = props;
  const mayWrite = useMayWrite();
  return (
    <div className="row row-split">
      <div>
        <Text fw={600} td={entry.status === 'done' ? 'line-through' : undefined}>
          {entry.title}
        </Text>
        <Text size="sm" c="dimmed" mb={6}>
          {entry.description}
        </Text>
        <Group gap="xs">
          <Level kind="impact" level={entry.impact} />
          <Level kind="effort" level={entry.effort} />
          {note && (
            <Text size="sm" c="dimmed">
              {note}
            </Text>
          )}
        </Group>
      </div>
      <NativeSelect
        aria-label={t('plan.status', { title: entry.title })}
        value={entry.status}
        data={states}
        disabled={!mayWrite}
        w={150}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  );
}

function Recommended() {
  const { t } = useTranslation();
  const { change } = useFormat();
  const options = api.visibility.recommendations.list.queryOptions({ limit: 100 });
  const list = useQuery(options);
  const save = useChange<{ id: string; status: Advice['status'] }, Recommendations>({
    queryKey: options.queryKey,
    send: (input) => portal.visibility.recommendations.update.mutate(input),
    edit: (before, { id, status }) => ({
      ...before,
      data: before.data.map((row) => (row.id === id ? { ...row, status } : row)),
    }),
  });
  const states = ADVICE_STATES.map((value) => ({ value, label: t(`plan.recommendation.${value}`) }));
  return (
    <Part title={t('plan.recommendations')}>
      <Answer of={list}>
        {({ data }) => (
          <Stack>
            {data.length === 0 && <Text c="dimmed">{t('plan.noRecommendations')}</Text>}
            {data.map((advice) => (
              <EntryRow
                key={advice.id}
                entry={advice}
                states={states}
                note={
                  advice.estimatedScoreLift === null
                    ? undefined
                    : t('overview.lift', {
                        count: advice.estimatedScoreLift,
                        points: change(advice.estimatedScoreLift),
                      })
                }
                onChange={(status) => save.mutate({ id: advice.id, status: status as Advice['status'] })}
              />
            ))}
          </Stack>
        )}
      </Answer>
    </Part>
  );
}

export function PlanPage() {
  const { t } = useTranslation();
  const { day, whole } = useFormat();
  const options = api.visibility.actionPlan.get.queryOptions({ limit: 500 });
  const plan = useQuery(options);
  const save = useChange<{ id: string; status: Step['status'] }, Plan>({
    queryKey: options.queryKey,
    send: (input) => portal.visibility.actionPlan.items.update.mutate(input),
    edit: (before, { id, status }) => ({
      ...before,
      data: {
        ...before.data,
        phases: before.data.phases.map((phase) => ({
          ...phase,
          items: phase.items.map((item) => (item.id === id ? { ...item, status } : item)),
        })),
      },
    }),
  });
  const states = STEP_STATES.map((value) => ({ value, label: t(`plan.item.${value}`) }));

  return (
    <Page title={t('pages.plan')} lead={t('plan.lead')}>
      <Answer of={plan} height={600}>
        {({ data: { phases, progress } }) =>
          phases.length === 0 ? (
            <Empty>{t('plan.none')}</Empty>
          ) : (
            <>
              <div>
                <Text mb="xs">
                  {t('plan.progress', {
                    count: progress.total,
                    completed: whole(progress.completed),
                    total: whole(progress.total),
                  })}
                </Text>
                <Progress value={progress.percent ?? 0} aria-label={t('pages.plan')} />
              </div>
              {phases.map(({ phase, key, title, status, items }) => (
                <Part
                  key={key}
                  title={title}
                  text={t('plan.phase', { phase: whole(phase) })}
                  aside={<Badge className="tag">{t(`plan.item.${status}`)}</Badge>}
                >
                  <Stack>
                    {items.map((item) => (
                      <EntryRow
                        key={item.id}
                        entry={item}
                        states={states}
                        note={item.dueDate ? t('plan.due', { date: day(item.dueDate) }) : undefined}
                        onChange={(next) => save.mutate({ id: item.id, status: next as Step['status'] })}
                      />
                    ))}
                  </Stack>
                </Part>
              ))}
            </>
          )
        }
      </Answer>
      <Recommended />
    </Page>
  );
}
