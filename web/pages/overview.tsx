import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { useBrand } from '../look/brand.ts';
import { Answer } from '../parts/answer.tsx';
import { Meanings } from '../parts/explained.tsx';
import { useFormat } from '../parts/format.ts';
import { Level } from '../parts/levels.tsx';
import { PageLink } from '../parts/link.tsx';
import { useModules } from '../parts/modules.ts';
import { useNotes } from '../parts/notes.tsx';
import { Page, SPACE } from '../parts/page.tsx';
import { BetterOrWorse } from './overview/better-or-worse.tsx';
import { FirstSteps, NothingYet } from './overview/first-steps.tsx';
import { Offers } from './overview/offers.tsx';
import { Tile } from './overview/tile.tsx';
import { useSteps } from './overview/use-steps.ts';
import { useTiles } from './overview/use-tiles.ts';
import { ScoreTrend } from './visibility/score-trend.tsx';

/** The pages of figures that a connection, a file or a scan brings. */
const FIGURES = ['/visibility', '/analytics', '/search', '/reviews', '/ai-search', '/listings'];

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
                  {t('overview.lift', { count: estimatedScoreLift, points: change(estimatedScoreLift) })}
                </Text>
              )}
            </Group>
          </li>
        ))}
      </Stack>
      <Meanings terms={['expectedPoints']} />
    </Paper>
  );
}

export function OverviewPage() {
  const { t } = useTranslation();
  const has = useModules();
  const { fraction, date } = useFormat();
  const overview = useQuery(api.visibility.overview.queryOptions());
  const { tilesOf, offersOf, isPending } = useTiles();
  const { stepsOf, isAdmin, isPending: areStepsPending } = useSteps();
  const scanned = overview.data?.data.lastScanDate;
  const known = scanned ? t('overview.scanned', { date: date(scanned) }) : t('overview.notScanned');
  const { name } = useBrand();
  const by = name ? ` · ${t('overview.lookedAfter', { name })}` : '';
  const lead = overview.data ? known + by : SPACE;
  const notes = useNotes();
  const isWaiting = isPending || areStepsPending || !notes;

  return (
    <Page title={t('pages.overview')} lead={lead}>
      <Answer of={isWaiting && !overview.error ? { ...overview, data: undefined } : overview} height={760}>
        {({ data }) => {
          const { score, scoreTrend, topRecommendations } = data;
          const tiles = tilesOf(data);
          const offers = offersOf(data);
          const hasData = tiles.some(({ to }) => FIGURES.includes(to));
          const steps = stepsOf(data, hasData);
          return (
            <>
              {isAdmin && <FirstSteps steps={steps} />}
              {!isAdmin && !hasData && <NothingYet steps={steps} />}
              <BetterOrWorse tiles={tiles} />
              {tiles.length > 0 && (
                <ul className="plain-list tiles" aria-label={t('overview.figures')}>
                  {tiles.map((tile) => (
                    <Tile key={tile.label} {...tile} />
                  ))}
                </ul>
              )}
              {has('visibility') && scoreTrend.filter(({ dynamicScore }) => dynamicScore !== null).length > 1 && (
                <ScoreTrend
                  title={t('overview.trend')}
                  text={`${t('overview.trendText', { count: scoreTrend.length })} · ${t('overview.confidence', { confidence: fraction(score.confidence) })}`}
                  points={scoreTrend}
                  notes={notes}
                />
              )}
              {has('plan') && topRecommendations.length > 0 && <NextSteps steps={topRecommendations} />}
              {isAdmin && <Offers offers={offers} />}
            </>
          );
        }}
      </Answer>
    </Page>
  );
}
