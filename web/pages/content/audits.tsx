import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { Bar } from '../../parts/bar.tsx';
import { useFormat } from '../../parts/format.ts';
import { Part } from '../../parts/part.tsx';
import { assessed } from '../../texts/refusals.ts';

type Scores = inferRouterOutputs<AppRouter>['cms']['preview']['data']['scores'];

/** The scores of the draft, each with its reasons. */
export function Audits({ scores, isOld }: { scores: Scores; isOld: boolean }) {
  const { t } = useTranslation();
  const { whole } = useFormat();
  return (
    <Part
      title={t('contentPage.scores')}
      text={t('contentPage.overall', { score: whole(scores.overall) })}
      aside={
        <Text size="sm" c="dimmed" role="status">
          {isOld ? t('contentPage.computing') : ''}
        </Text>
      }
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {(['seo', 'content'] as const).map((kind) => (
          <div key={kind}>
            <Bar label={t(`contentPage.kinds.${kind}`)} value={scores[kind].score} shown={whole(scores[kind].score)} />
            <Stack gap="xs" component="ul" className="plain-list">
              {scores[kind].audits.map(({ id, title, score, detail }) => (
                <li key={id}>
                  <Group justify="space-between" wrap="nowrap">
                    <Text size="sm" fw={600}>
                      {assessed(title)}
                    </Text>
                    <Text size="sm" className="numbers">
                      {score === null ? t('contentPage.notJudged') : whole(score * 100)}
                    </Text>
                  </Group>
                  <Text size="sm" c="dimmed">
                    {assessed(detail)}
                  </Text>
                </li>
              ))}
            </Stack>
          </div>
        ))}
      </SimpleGrid>
    </Part>
  );
}
