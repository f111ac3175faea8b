import { Anchor, Button, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../api/client.ts';
import { useList } from '../api/list.ts';
import { Answer, Empty } from '../parts/answer.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Figures } from '../parts/figures.tsx';
import { useFormat } from '../parts/format.ts';
import { fromMinorUnits } from '../parts/minor-units.ts';
import { More } from '../parts/more.tsx';
import { Page } from '../parts/page.tsx';
import { Part } from '../parts/part.tsx';
import { useSupport } from '../parts/support.ts';
import { Grants } from './billing/grants.tsx';
import { INVOICE_STATES, periodEndOf, SUBSCRIPTION_STATES } from './billing/states.ts';

const useInvoices = () =>
  useList(
    api.billing.invoices.queryKey({}),
    (page, how) => portal.billing.invoices.query({ ...page, limit: 12 }, how),
    (rows) => rows,
  );

function Invoices({ of: invoices }: { of: ReturnType<typeof useInvoices> }) {
  const { t } = useTranslation();
  const { money, date } = useFormat();
  const stateOf = (status: string | null) => {
    const known = INVOICE_STATES.find((state) => state === status);
    return known ? t(`billingPage.invoiceStates.${known}`) : status;
  };
  return (
    <Answer of={{ ...invoices, data: invoices.rows }}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty>{t('billingPage.noInvoices')}</Empty>
        ) : (
          <Part title={t('billingPage.invoices')}>
            <DataTable
              caption={t('billingPage.invoices')}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                {
                  head: t('billingPage.invoice'),
                  cell: ({ number, id, hosted_invoice_url: url }) =>
                    url ? (
                      <Anchor href={url} target="_blank" rel="noreferrer" underline="always">
                        {number ?? id}
                      </Anchor>
                    ) : (
                      (number ?? id)
                    ),
                },
                { head: t('chart.date'), cell: ({ created }) => date(new Date(created * 1000).toISOString()) },
                { head: t('billingPage.status'), cell: ({ status }) => stateOf(status) },
                {
                  head: t('billingPage.amount'),
                  cell: ({ total, currency }) => money(fromMinorUnits(total, currency), currency),
                  numeric: true,
                },
              ]}
            />
            <More of={invoices} />
          </Part>
        )
      }
    </Answer>
  );
}

export function BillingPage() {
  const { t } = useTranslation();
  const { money, date } = useFormat();
  const support = useSupport();
  const subscription = useQuery(api.billing.subscription.queryOptions());
  const invoices = useInvoices();
  // Stripe bills a customer in one currency.
  const currency = invoices.rows?.[0]?.currency;
  const manage = useMutation(api.billing.portal.mutationOptions({ onSuccess: ({ url }) => location.assign(url) }));

  return (
    <Page
      title={t('pages.billing')}
      lead={t('billingPage.lead')}
      actions={
        !support && (
          <Button loading={manage.isPending} onClick={() => manage.mutate({})}>
            {t('billingPage.manage')}
          </Button>
        )
      }
    >
      <Answer of={subscription} height={420}>
        {({ subscription: { plans, addons, totalMRR, status, currentPeriodEnd, cancelAtPeriodEnd, grants } }) => {
          const known = SUBSCRIPTION_STATES.find((state) => state === status);
          const periodEnd = periodEndOf(status, cancelAtPeriodEnd);
          const chosen = Object.values(plans).filter(({ tier }) => tier !== 'none');
          const booked = [...chosen, ...addons.map((addon) => ({ ...addon, tier: addon.key }))];
          return (
            <>
              <Figures
                figures={[
                  { label: t('billingPage.total'), value: money(totalMRR, currency) },
                  {
                    label: t('billingPage.status'),
                    value: known ? t(`billingPage.states.${known}`) : status,
                    note:
                      currentPeriodEnd && periodEnd && t(`billingPage.${periodEnd}`, { date: date(currentPeriodEnd) }),
                  },
                ]}
              />
              <Part title={t('billingPage.plans')}>
                {booked.length === 0 && <Text c="dimmed">{t('billingPage.noPlans')}</Text>}
                {booked.length > 0 && (
                  <DataTable
                    caption={t('billingPage.plans')}
                    rows={booked}
                    keyOf={({ tier, displayName }) => tier + displayName}
                    columns={[
                      { head: t('billingPage.plan'), cell: ({ displayName }) => displayName },
                      { head: t('billingPage.amount'), cell: ({ amount }) => money(amount, currency), numeric: true },
                    ]}
                  />
                )}
              </Part>
              <Grants grants={grants} />
            </>
          );
        }}
      </Answer>
      <Invoices of={invoices} />
    </Page>
  );
}
