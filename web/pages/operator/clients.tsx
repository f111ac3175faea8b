import { Badge, Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { Answer, Empty } from '../../parts/answer.tsx';
import { Cue } from '../../parts/cue.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { useFilter, useSearchField } from '../../parts/filter.ts';
import { useFormat } from '../../parts/format.ts';
import { PageLink } from '../../parts/link.tsx';
import { More } from '../../parts/more.tsx';
import { Page } from '../../parts/page.tsx';
import { Part } from '../../parts/part.tsx';
import { useFormDialog } from '../../parts/unsent.ts';
import { CLIENT_ORDERS, CLIENT_STATES } from '../../routes/filters.ts';
import { NewClient } from './new-client.tsx';
import { OperatorsOnly } from './operators-only.tsx';
import { PortalFigures } from './portal-figures.tsx';

function Filter() {
  const { t } = useTranslation();
  const current = useSearch({ from: '/inside/operator' });
  const filter = useFilter(current);
  const field = useSearchField(current.search, (search) => filter({ search }));
  return (
    <Group align="flex-end">
      <TextInput label={t('operatorPage.search')} {...field} />
      <NativeSelect
        label={t('operatorPage.status')}
        value={current.status ?? ''}
        onChange={({ currentTarget }) => filter({ status: CLIENT_STATES.find((one) => one === currentTarget.value) })}
        data={[
          { value: '', label: t('operatorPage.all') },
          ...CLIENT_STATES.map((value) => ({ value, label: t(`operatorPage.states.${value}`) })),
        ]}
      />
      <NativeSelect
        label={t('operatorPage.sort')}
        value={current.sort ?? 'name'}
        onChange={({ currentTarget }) => filter({ sort: CLIENT_ORDERS.find((one) => one === currentTarget.value) })}
        data={CLIENT_ORDERS.map((value) => ({ value, label: t(`operatorPage.sorts.${value}`) }))}
      />
    </Group>
  );
}

function Clients() {
  const { t } = useTranslation();
  const { number, change, whole, money, date } = useFormat();
  const filter = { limit: 50, ...useSearch({ from: '/inside/operator' }) };
  const clients = useList(
    api.operator.clients.list.queryKey(filter),
    (page, how) => portal.operator.clients.list.query({ ...filter, ...page }, how),
    ({ data }) => data,
  );
  return (
    <Answer of={{ ...clients, data: clients.rows }} height={480}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty>{t('operatorPage.none')}</Empty>
        ) : (
          <Part title={t('pages.clients')}>
            <DataTable
              caption={t('pages.clients')}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                {
                  head: t('operatorPage.name'),
                  cell: ({ id, name }) => (
                    <PageLink to="/operator/clients/$id" params={{ id }}>
                      {name}
                    </PageLink>
                  ),
                },
                {
                  head: t('operatorPage.status'),
                  cell: ({ status }) => (
                    <Badge color={status === 'active' ? 'teal' : 'orange'} className="tag">
                      {t(`operatorPage.states.${status}`)}
                    </Badge>
                  ),
                },
                { head: t('operatorPage.score'), cell: ({ dynamicScore }) => number(dynamicScore), numeric: true },
                {
                  head: t('operatorPage.change'),
                  cell: (client) =>
                    client.change === null ? '–' : <Cue amount={client.change} shown={change(client.change)} />,
                  numeric: true,
                },
                { head: t('operatorPage.members'), cell: ({ members }) => whole(members), numeric: true },
                { head: t('operatorPage.tasks'), cell: ({ openActionItems }) => whole(openActionItems), numeric: true },
                {
                  head: t('operatorPage.monthly'),
                  cell: ({ totalMRR, currency }) => money(totalMRR, currency),
                  numeric: true,
                },
                {
                  head: t('operatorPage.questions'),
                  cell: ({ questionsThisMonth }) => whole(questionsThisMonth),
                  numeric: true,
                },
                {
                  head: t('operatorPage.lastActive'),
                  cell: ({ lastActiveAt }) => <span className="whole">{date(lastActiveAt)}</span>,
                },
              ]}
            />
            <More of={clients} />
          </Part>
        )
      }
    </Answer>
  );
}

export function ClientsPage() {
  const { t } = useTranslation();
  const { opened: adding, open, close } = useFormDialog('client');
  return (
    <Page title={t('pages.clients')} lead={t('operatorPage.lead')}>
      <OperatorsOnly>
        {(mayChange) => (
          <>
            <PortalFigures />
            <Group justify="space-between" align="flex-end">
              <Filter />
              {mayChange && <Button onClick={open}>{t('operatorPage.fresh')}</Button>}
            </Group>
            <NewClient opened={adding} onClose={close} />
            <Clients />
          </>
        )}
      </OperatorsOnly>
    </Page>
  );
}
