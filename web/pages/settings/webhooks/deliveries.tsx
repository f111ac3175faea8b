import { Badge, Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../../api/client.ts';
import { useList } from '../../../api/list.ts';
import { Answer } from '../../../parts/answer.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { useFormat } from '../../../parts/format.ts';
import { More } from '../../../parts/more.tsx';

type Delivery = inferRouterOutputs<AppRouter>['webhooks']['deliveries']['list']['data'][number];

const STATES = ['pending', 'delivered', 'parked'] as const;
const COLORS = { pending: 'orange', delivered: 'teal', parked: 'red' } as const;

function Again({ id, delivery, enabled }: { id: string; delivery: Delivery; enabled: boolean }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const replay = useMutation(api.webhooks.deliveries.replay.mutationOptions());
  return (
    <Button
      size="xs"
      variant="default"
      disabled={!enabled || delivery.status === 'pending'}
      loading={replay.isPending}
      aria-label={t('webhooksPage.againOf', { type: delivery.type, date: dateTime(delivery.createdAt) })}
      onClick={() => replay.mutate({ id, deliveryId: delivery.id })}
    >
      {t('webhooksPage.again')}
    </Button>
  );
}

/** The deliveries to a webhook, sent or pending. */
export function Deliveries({ id, url, enabled }: { id: string; url: string; enabled: boolean }) {
  const { t } = useTranslation();
  const { dateTime, whole } = useFormat();
  const [status, setStatus] = useState<Delivery['status']>();
  const filter = { id, limit: 20, ...(status && { status }) };
  const deliveries = useList(
    api.webhooks.deliveries.list.queryKey(filter),
    (page, how) => portal.webhooks.deliveries.list.query({ ...filter, ...page }, how),
    ({ data }) => data,
  );
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t('webhooksPage.status')}
        w={200}
        value={status ?? ''}
        onChange={({ currentTarget }) => setStatus(STATES.find((one) => one === currentTarget.value))}
        data={[
          { value: '', label: t('webhooksPage.all') },
          ...STATES.map((value) => ({ value, label: t(`webhooksPage.states.${value}`) })),
        ]}
      />
      <Answer of={{ ...deliveries, data: deliveries.rows }} height={120}>
        {(rows) =>
          rows.length === 0 ? (
            <Text c="dimmed">{t('webhooksPage.noDeliveries')}</Text>
          ) : (
            <>
              <DataTable
                caption={t('webhooksPage.deliveriesOf', { url })}
                rows={rows}
                keyOf={(delivery) => delivery.id}
                columns={[
                  { head: t('chart.date'), cell: ({ createdAt }) => dateTime(createdAt) },
                  { head: t('webhooksPage.type'), cell: ({ type }) => type },
                  {
                    head: t('webhooksPage.status'),
                    cell: (delivery) => (
                      <Badge color={COLORS[delivery.status]} className="tag">
                        {t(`webhooksPage.states.${delivery.status}`)}
                      </Badge>
                    ),
                  },
                  { head: t('webhooksPage.attempts'), cell: ({ attempts }) => whole(attempts), numeric: true },
                  {
                    head: t('webhooksPage.answer'),
                    cell: ({ responseStatus, error }) =>
                      [responseStatus, error && t(`webhooksPage.errors.${error}`)].filter(Boolean).join(' · '),
                  },
                  {
                    head: t('webhooksPage.again'),
                    cell: (delivery) => <Again id={id} delivery={delivery} enabled={enabled} />,
                  },
                ]}
              />
              <More of={deliveries} />
            </>
          )
        }
      </Answer>
    </Stack>
  );
}
