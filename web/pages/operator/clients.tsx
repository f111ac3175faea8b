import { Group } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { Answer, Empty } from '../../parts/answer.tsx';
import { ButtonLink } from '../../parts/link.tsx';
import { More } from '../../parts/more.tsx';
import { Page } from '../../parts/page.tsx';
import { Part } from '../../parts/part.tsx';
import { CLIENT_ORDERS } from '../../routes/filters.ts';
import { ClientFilter } from './client-filter.tsx';
import { ClientRows } from './client-rows.tsx';
import { OperatorsOnly } from './operators-only.tsx';
import { PortalFigures } from './portal-figures.tsx';

/** The list of clients, and below it the portal: its figures come after the list, whose length nobody knows before. */
function Clients({ isLimited }: { isLimited: boolean }) {
  const { t } = useTranslation();
  const filter = { limit: 50, sort: CLIENT_ORDERS[0], ...useSearch({ from: '/inside/operator' }) };
  const clients = useList(
    api.operator.clients.list.queryKey(filter),
    (page, how) => portal.operator.clients.list.query({ ...filter, ...page }, how),
    ({ data }) => data,
  );
  return (
    <>
      <Answer of={{ ...clients, data: clients.rows }} height={480}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty>{t('operatorPage.none')}</Empty>
          ) : (
            <Part title={t('pages.clients')}>
              <ClientRows rows={rows} withTags />
              <More of={clients} />
            </Part>
          )
        }
      </Answer>
      {(clients.rows || clients.error) && <PortalFigures isLimited={isLimited} />}
    </>
  );
}

export function ClientsPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.clients')} lead={t('operatorPage.lead')}>
      <OperatorsOnly>
        {(mayChange, isLimited) => (
          <>
            <Group justify="space-between" align="flex-end">
              <ClientFilter />
              {mayChange && !isLimited && (
                <ButtonLink to="/operator/clients/$id" params={{ id: 'new' }}>
                  {t('operatorPage.fresh')}
                </ButtonLink>
              )}
            </Group>
            <Clients isLimited={isLimited} />
          </>
        )}
      </OperatorsOnly>
    </Page>
  );
}
