import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { Answer, Empty } from '../../parts/answer.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { useFormat } from '../../parts/format.ts';
import { PageLink } from '../../parts/link.tsx';
import { More } from '../../parts/more.tsx';
import { Page } from '../../parts/page.tsx';
import { Part } from '../../parts/part.tsx';
import { portfolios as texts } from '../../texts/en/portfolios.ts';
import { addTexts } from '../../texts/texts.ts';
import { OperatorsOnly } from './operators-only.tsx';
import { PortfolioForm } from './portfolios/form.tsx';

addTexts(texts);

/** The portfolios to which the operator is limited. */
function OwnPortfolios() {
  const { t } = useTranslation();
  const { data: profile } = useQuery(api.auth.account.profile.queryOptions());
  const own = profile?.data.operatorPortfolios ?? [];
  if (own.length === 0) return <Empty>{t('portfolios.noneOfYours')}</Empty>;
  return (
    <Part title={t('pages.portfolios')}>
      <Stack>
        {own.map(({ id, name }) => (
          <PageLink key={id} to="/operator/portfolios/$id" params={{ id }}>
            {name}
          </PageLink>
        ))}
      </Stack>
    </Part>
  );
}

function AllPortfolios() {
  const { t } = useTranslation();
  const { whole } = useFormat();
  const list = useList(
    api.operator.portfolios.list.queryKey({}),
    (page, how) => portal.operator.portfolios.list.query({ limit: 20, ...page }, how),
    ({ data }) => data,
  );
  return (
    <Answer of={{ ...list, data: list.rows }}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty>{t('portfolios.none')}</Empty>
        ) : (
          <Part title={t('pages.portfolios')}>
            <DataTable
              caption={t('pages.portfolios')}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                {
                  head: t('portfolios.name'),
                  cell: ({ id, name }) => (
                    <PageLink to="/operator/portfolios/$id" params={{ id }}>
                      {name}
                    </PageLink>
                  ),
                },
                {
                  head: t('portfolios.clientsHead'),
                  cell: ({ clientIds }) => whole(clientIds.length),
                  numeric: true,
                },
                {
                  head: t('portfolios.operators'),
                  cell: ({ operators }) =>
                    operators.map(({ name, email }) => name ?? email).join(', ') || t('portfolios.nobody'),
                },
              ]}
            />
            <More of={list} />
          </Part>
        )
      }
    </Answer>
  );
}

function NewPortfolio() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Part title={t('portfolios.fresh')}>
      <PortfolioForm onDone={(id) => navigate({ to: '/operator/portfolios/$id', params: { id } })} />
    </Part>
  );
}

export function PortfoliosPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.portfolios')} lead={t('portfolios.lead')}>
      <OperatorsOnly>
        {(mayChange, isLimited) =>
          isLimited ? (
            <OwnPortfolios />
          ) : (
            <>
              <AllPortfolios />
              {mayChange && <NewPortfolio />}
            </>
          )
        }
      </OperatorsOnly>
    </Page>
  );
}
