import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Answer } from '../../parts/answer.tsx';
import { ChartFrame } from '../../parts/chart-frame.tsx';
import { useFormat } from '../../parts/format.ts';
import { properName } from '../../parts/proper-name.ts';
import { AnswersBehind, useLatestRun } from './measured.tsx';

/** How often each engine names the business, with the interval that the sample allows. */
export function Engines() {
  const { t } = useTranslation();
  const { percent, whole } = useFormat();
  const run = useLatestRun();
  const engines = useQuery(api.visibility.aeo.engines.queryOptions({ limit: 50 }));
  return (
    <Answer of={engines}>
      {({ data }) =>
        data.length > 0 && (
          <ChartFrame
            title={t('aiSearch.engines')}
            text={t('aiSearch.enginesText')}
            terms={['mentionRate']}
            rows={data}
            keyOf={({ engine }) => engine}
            columns={[
              {
                head: t('aiSearch.engine'),
                cell: ({ engine }) => (
                  <AnswersBehind run={run} engine={engine}>
                    {properName(engine)}
                  </AnswersBehind>
                ),
              },
              { head: t('aiSearch.rate'), cell: ({ mentionRate }) => percent(mentionRate), numeric: true },
              {
                head: t('aiSearch.range'),
                cell: ({ low, high }) => (low === null ? '–' : `${percent(low)} – ${percent(high)}`),
                numeric: true,
              },
              { head: t('aiSearch.answers'), cell: ({ sampleSize }) => whole(sampleSize), numeric: true },
              { head: t('aiSearch.voice'), cell: ({ shareOfVoice }) => percent(shareOfVoice), numeric: true },
            ]}
            notes={
              run && (
                <Group gap="xs" mt="md">
                  <Text size="sm">{t('aiSearch.behindEngine')}</Text>
                  {data.map(({ engine }) => (
                    <AnswersBehind key={engine} run={run} engine={engine}>
                      {properName(engine)}
                    </AnswersBehind>
                  ))}
                </Group>
              )
            }
          >
            <div className="interval" aria-hidden>
              <span />
              <div className="scale">
                <span>{percent(0)}</span>
                <span>{percent(50)}</span>
                <span>{percent(100)}</span>
              </div>
              <span />
            </div>
            {data.map(({ engine, mentionRate, low, high }) => (
              <div key={engine} className="interval">
                <span>{properName(engine)}</span>
                <div className="bar-track">
                  {low !== null && high !== null && (
                    <div className="interval-range" style={{ left: `${low}%`, width: `${high - low}%` }} />
                  )}
                  <div className="interval-value" style={{ left: `${mentionRate}%` }} />
                </div>
                <strong className="numbers">{percent(mentionRate)}</strong>
              </div>
            ))}
          </ChartFrame>
        )
      }
    </Answer>
  );
}
