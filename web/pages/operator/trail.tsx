import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { Answer, Empty } from '../../parts/answer.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { OPERATOR_ACTIONS, useActionName } from '../../parts/events.ts';
import { useFilter } from '../../parts/filter.ts';
import { useFormat } from '../../parts/format.ts';
import { More } from '../../parts/more.tsx';
import { Page } from '../../parts/page.tsx';
import { Part } from '../../parts/part.tsx';
import { OperatorsOnly } from './operators-only.tsx';

const from = '/inside/operator/activity' as const;
const DAY = 24 * 60 * 60 * 1000;

function Filter() {
  const { t } = useTranslation();
  const current = useSearch({ from });
  const filter = useFilter(current);
  const nameOf = useActionName();
  return (
    <Group align="flex-end">
      <NativeSelect
        label={t('operatorPage.type')}
        value={current.type ?? ''}
        onChange={({ currentTarget }) => filter({ type: currentTarget.value })}
        data={[
          { value: '', label: t('operatorPage.all') },
          ...OPERATOR_ACTIONS.map((value) => ({ value, label: nameOf(value) })),
        ]}
      />
      <TextInput
        type="date"
        label={t('operatorPage.since')}
        value={current.from ?? ''}
        max={current.to}
        onChange={({ currentTarget }) => filter({ from: currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t('operatorPage.before')}
        value={current.to ?? ''}
        min={current.from}
        onChange={({ currentTarget }) => filter({ to: currentTarget.value })}
      />
    </Group>
  );
}

function Trail() {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const nameOf = useActionName();
  const { type, from: first, to: last } = useSearch({ from });
  const filter = {
    limit: 50,
    ...(type && { type }),
    ...(first && { from: new Date(first).toISOString() }),
    // The last day counts as a whole.
    ...(last && { to: new Date(Date.parse(last) + DAY).toISOString() }),
  };
  const trail = useList(
    api.operator.activity.queryKey(filter),
    (page, how) => portal.operator.activity.query({ ...filter, ...page }, how),
    ({ data }) => data,
  );
  return (
    <Answer of={{ ...trail, data: trail.rows }} height={480}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty>{t('operatorPage.noTrail')}</Empty>
        ) : (
          <Part title={t('pages.trail')}>
            <DataTable
              caption={t('pages.trail')}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                { head: t('chart.date'), cell: ({ at }) => <span className="whole">{dateTime(at)}</span> },
                { head: t('operatorPage.type'), cell: ({ type }) => nameOf(type) },
                {
                  head: t('operatorPage.who'),
                  cell: ({ actor }) => (actor ? (actor.name ?? actor.id) : t('operatorPage.commandLine')),
                },
                {
                  head: t('operatorPage.whom'),
                  cell: ({ client, user }) =>
                    [client && (client.name ?? client.id), user && (user.name ?? user.id)].filter(Boolean).join(' · '),
                },
                { head: t('operatorPage.reason'), cell: ({ reason }) => reason },
                { head: t('operatorPage.from'), cell: ({ ipAddress }) => ipAddress },
              ]}
            />
            <More of={trail} />
          </Part>
        )
      }
    </Answer>
  );
}

export function TrailPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.trail')} lead={t('operatorPage.trailLead')}>
      <OperatorsOnly>
        {() => (
          <>
            <Filter />
            <Trail />
          </>
        )}
      </OperatorsOnly>
    </Page>
  );
}
