import { Badge, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { Answer, Empty } from '../../../parts/answer.tsx';
import { Cue } from '../../../parts/cue.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { useFormat } from '../../../parts/format.ts';
import { PageLink } from '../../../parts/link.tsx';
import { Part } from '../../../parts/part.tsx';
import { properName } from '../../../parts/proper-name.ts';

/** The clients of a portfolio where something has changed since yesterday, and what. */
export function PortfolioChanges({ id }: { id: string }) {
  const { t } = useTranslation();
  const { change } = useFormat();
  const overview = useQuery(api.operator.portfolios.overview.queryOptions({ id, limit: 1 }));
  return (
    <Answer of={overview}>
      {({ data: { changes } }) => (
        <Part title={t('portfolios.changes')}>
          {changes.length === 0 ? (
            <Empty>{t('portfolios.noChanges')}</Empty>
          ) : (
            <DataTable
              caption={t('portfolios.changes')}
              rows={changes}
              keyOf={(client) => client.id}
              columns={[
                {
                  head: t('operatorPage.name'),
                  cell: (client) => (
                    <PageLink to="/operator/clients/$id" params={{ id: client.id }}>
                      {client.name}
                    </PageLink>
                  ),
                },
                {
                  head: t('operatorPage.score'),
                  cell: ({ scoreChange }) =>
                    scoreChange === null ? '–' : <Cue amount={scoreChange} shown={change(scoreChange)} />,
                  numeric: true,
                },
                {
                  head: t('portfolios.what'),
                  cell: ({ brokenConnections, lowReviews }) => (
                    <Group gap={6}>
                      {brokenConnections.length + lowReviews === 0 && '–'}
                      {brokenConnections.length > 0 && (
                        <Badge color="red" className="tag">
                          {t('operatorPage.broken', { tools: brokenConnections.map(properName).join(', ') })}
                        </Badge>
                      )}
                      {lowReviews > 0 && (
                        <Badge color="orange" className="tag">
                          {t('portfolios.lowReviews', { count: lowReviews })}
                        </Badge>
                      )}
                    </Group>
                  ),
                },
              ]}
            />
          )}
        </Part>
      )}
    </Answer>
  );
}
