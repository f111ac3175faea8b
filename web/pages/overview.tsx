import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { Answer } from '../parts/answer.tsx';
import { Figures } from '../parts/figures.tsx';
import { useFormat } from '../parts/format.ts';
import { Level } from '../parts/levels.tsx';
import { PageLink } from '../parts/link.tsx';
import { useModules } from '../parts/modules.ts';
import { Page, SPACE } from '../parts/page.tsx';
import { FirstSteps } from './overview/first-steps.tsx';
import { ScoreTrend } from './visibility/score-trend.tsx';

type Overview = inferRouterOutputs<AppRouter>['visibility']['overview']['data'];

/** The recommendations that promise most. */
function NextSteps({ steps }: { steps: Overview['topRecommendations'] }) {
  const { t } = useTranslation();
  const { change } = useFormat();
  return (
    <Paper component="section" aria-label={t('overview.next')}>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{t('overview.next')}</Title>
        <PageLink to="/plan" size="sm">
          {t('overview.nextAll')}
        </PageLink>
      </Group>
      <Stack gap="md" component="ol" className="plain-list">
        {steps.map(({ id, title, description, impact, effort, estimatedScoreLift }) => (
          <li key={id}>
            <Text fw={600}>{title}</Text>
            <Text size="sm" c="dimmed" mb={6}>
              {description}
            </Text>
            <Group gap="xs">
              <Level kind="impact" level={impact} />
              <Level kind="effort" level={effort} />
              {estimatedScoreLift !== null && (
                <Text size="sm" c="dimmed">
                  {t('overview.lift', { points: change(estimatedScoreLift) })}
                </Text>
              )}
            </Group>
          </li>
        ))}
      </Stack>
    </Paper>
  );
}

export function OverviewPage() {
  const { t } = useTranslation();
  const has = useModules();
  const { number, change, fraction, whole, date, money, percent } = useFormat();
  const overview = useQuery(api.visibility.overview.queryOptions());
  const kpis = useQuery(api.dashboard.kpis.queryOptions());
  const roi = useQuery(api.dashboard.roi.queryOptions({}));
  const scanned = overview.data?.data.lastScanDate;
  const known = scanned ? t('overview.scanned', { date: date(scanned) }) : t('overview.notScanned');
  const lead = overview.data ? known : SPACE;
  const of100 = (value: number | null | undefined) => typeof value === 'number' && t('overview.of100');

  return (
    <Page title={t('pages.overview')} lead={lead}>
      <Answer of={overview} height={760}>
        {({ data: { score, scoreTrend, aeo, listings, goals, actionItems, topRecommendations, lastScanDate } }) => (
          <>
            {lastScanDate === null && <FirstSteps />}
            <Figures
              figures={[
                ...(has('visibility')
                  ? [
                      {
                        label: t('overview.score'),
                        value: number(score.dynamicScore),
                        note:
                          score.change === null
                            ? of100(score.dynamicScore)
                            : t('overview.change', { change: change(score.change) }),
                      },
                    ]
                  : []),
                ...(has('ai_search')
                  ? [{ label: t('overview.aiSearch'), value: number(aeo.score), note: of100(aeo.score) }]
                  : []),
                ...(has('content')
                  ? [
                      {
                        label: t('overview.contentHealth'),
                        value: number(kpis.data?.kpis.contentHealth),
                        note: typeof kpis.data?.kpis.contentHealth === 'number' && t('overview.contentHealthNote'),
                      },
                    ]
                  : []),
                ...(has('reviews')
                  ? [
                      {
                        label: t('overview.reviewScore'),
                        value: number(kpis.data?.kpis.reviewScore),
                        note:
                          typeof kpis.data?.kpis.reviewScore === 'number' &&
                          t('overview.reviewScoreNote', { stars: number(kpis.data.kpis.reviewScore / 20) }),
                      },
                    ]
                  : []),
              ]}
            />
            {has('visibility') && scoreTrend.filter(({ dynamicScore }) => dynamicScore !== null).length > 1 && (
              <ScoreTrend
                title={t('overview.trend')}
                text={`${t('overview.trendText', { count: scoreTrend.length })} · ${t('overview.confidence', { confidence: fraction(score.confidence) })}`}
                points={scoreTrend}
              />
            )}
            <Figures
              figures={[
                ...(has('listings')
                  ? [
                      {
                        label: t('overview.listings'),
                        value: `${whole(listings.verified)} / ${whole(listings.total)}`,
                        note: t('overview.listingsNote', { missing: whole(listings.not_found) }),
                      },
                    ]
                  : []),
                ...(has('goals')
                  ? [
                      {
                        label: t('overview.goals'),
                        value: `${whole(goals.completed)} / ${whole(goals.total)}`,
                        note: t('overview.goalsNote', { overdue: whole(goals.overdue) }),
                      },
                    ]
                  : []),
                ...(has('tasks')
                  ? [
                      {
                        label: t('overview.tasks'),
                        value: whole(actionItems.open),
                        note: t('overview.tasksNote', { overdue: whole(actionItems.overdue) }),
                      },
                    ]
                  : []),
                {
                  label: t('overview.return'),
                  value: percent(roi.data?.roi.roiPercentage),
                  note:
                    typeof roi.data?.roi.roiPercentage === 'number' &&
                    t('overview.returnNote', {
                      estimated: money(roi.data.roi.estimatedReturn),
                      invested: money(roi.data.roi.totalInvestment),
                    }),
                },
              ]}
            />
            {has('plan') && topRecommendations.length > 0 && <NextSteps steps={topRecommendations} />}
          </>
        )}
      </Answer>
    </Page>
  );
}
