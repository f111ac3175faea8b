import { Badge, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { Answer, Empty } from '../parts/answer.tsx';
import { Bar } from '../parts/bar.tsx';
import { ChartFrame } from '../parts/chart-frame.tsx';
import { Figures } from '../parts/figures.tsx';
import { useFormat } from '../parts/format.ts';
import { ButtonLink } from '../parts/link.tsx';
import { Page } from '../parts/page.tsx';
import { Part } from '../parts/part.tsx';
import { market } from '../texts/en/market.ts';
import { assessed } from '../texts/refusals.ts';
import { addTexts } from '../texts/texts.ts';
import { Engines } from './ai-search/engines.tsx';
import { Evidence } from './ai-search/evidence.tsx';
import { EvidenceGrade } from './ai-search/grade.tsx';
import { MentionHistory } from './ai-search/history.tsx';
import { AnswersBehind, useLatestRun, useRunUnderWay } from './ai-search/measured.tsx';

addTexts(market);

function Sources() {
  const { t } = useTranslation();
  const { percent, whole } = useFormat();
  const sources = useQuery(api.visibility.aeo.sources.queryOptions({ limit: 20 }));
  return (
    <Answer of={sources}>
      {({ data }) =>
        data.length > 0 && (
          <ChartFrame
            title={t('aiSearch.sources')}
            rows={data}
            keyOf={({ domain }) => domain}
            columns={[
              { head: t('aiSearch.domain'), cell: ({ domain }) => domain },
              { head: t('scores.citations'), cell: ({ citations }) => whole(citations), numeric: true },
              { head: t('aiSearch.share'), cell: ({ share }) => percent(share), numeric: true },
            ]}
          >
            {data.map(({ domain, share, own, competitor }) => (
              <Bar
                key={domain}
                label={
                  <>
                    {domain} {own && <Badge className="tag">{t('aiSearch.own')}</Badge>}
                    {competitor && <Badge color="gray">{t('aiSearch.competitor')}</Badge>}
                  </>
                }
                value={share}
                max={Math.max(...data.map((row) => row.share))}
                shown={percent(share)}
                color={own ? 'var(--own)' : 'var(--peer)'}
              />
            ))}
          </ChartFrame>
        )
      }
    </Answer>
  );
}

/** Leads administrators to the first measurement. */
function MeasureFirst() {
  const { t } = useTranslation();
  const { data: profile } = useQuery(api.auth.account.profile.queryOptions());
  if (profile?.data.role !== 'admin') return null;
  return <ButtonLink to="/measurement">{t('overview.offers.measure')}</ButtonLink>;
}

export function AiSearchPage() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const run = useLatestRun();
  useRunUnderWay();
  const aeo = useQuery(api.visibility.aeo.get.queryOptions({ limit: 50 }));

  return (
    <Page title={t('pages.aiSearch')} lead={t('aiSearch.lead')}>
      <Answer of={aeo} height={280}>
        {({ data }) => {
          if (data.as_of === null) return <Empty action={<MeasureFirst />}>{t('aiSearch.none')}</Empty>;
          const { aeo_confidence: confidence, generated_queries: queries } = data;
          return (
            <>
              <Figures
                figures={[
                  {
                    term: 'aiVisibility',
                    label: t('aiSearch.score'),
                    value: number(data.aeo_visibility_score),
                    note: t('overview.of100'),
                  },
                  {
                    term: 'aiPosition',
                    label: t('aiSearch.position'),
                    value: number(data.position_score),
                    note: t('overview.of100'),
                  },
                  {
                    term: 'aiSentiment',
                    label: t('aiSearch.sentiment'),
                    value: number(data.sentiment_score),
                    note: t('overview.of100'),
                  },
                  {
                    term: 'aiAccuracy',
                    label: t('aiSearch.accuracy'),
                    value: number(data.accuracy_score),
                    note: t('overview.of100'),
                  },
                ]}
              />
              {run && <AnswersBehind run={run}>{t('aiSearch.behind')}</AnswersBehind>}
              <Part
                title={t('aiSearch.confidence')}
                text={confidence.summary ? assessed(confidence.summary) : undefined}
              >
                <Text size="sm" mb="md">
                  {confidence.detail && assessed(confidence.detail)}
                </Text>
                {confidence.factors.map(({ key, label, value }) => (
                  <Bar key={key} label={label} value={value} shown={number(value)} />
                ))}
              </Part>
              <Part title={t('aiSearch.queries')}>
                <ul className="questions">
                  {queries.map((query) => (
                    <li key={query}>
                      <AnswersBehind run={run} prompt={query}>
                        {query}
                      </AnswersBehind>
                    </li>
                  ))}
                </ul>
              </Part>
              {data.evidence_grade && <EvidenceGrade grade={data.evidence_grade} />}
            </>
          );
        }}
      </Answer>
      <Engines />
      <MentionHistory />
      <Sources />
      {aeo.data?.data.as_of !== null && <Evidence />}
    </Page>
  );
}
