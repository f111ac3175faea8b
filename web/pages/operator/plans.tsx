import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Answer, Empty } from '../../parts/answer.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { useFormat } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { Part } from '../../parts/part.tsx';
import { PLAN_LIMITS } from '../../parts/plan-use.tsx';
import { OperatorsOnly } from './operators-only.tsx';
import type { Plan } from './plans/numbers.ts';
import { PlanForm } from './plans/plan-form.tsx';

const nameOf = ({ key, tier }: Plan) => (tier === null ? key : `${key} ${tier}`);

interface Contents {
  plans: Plan[];
  mayChange: boolean;
  onEdit: (plan: Plan) => void;
}

function Table({ plans, mayChange, onEdit }: Contents) {
  const { t } = useTranslation();
  const { whole } = useFormat();
  const replace = useMutation({ ...api.operator.updatePlans.mutationOptions(), meta: { shown: true } });
  const actions = (plan: Plan) => (
    <Group wrap="nowrap">
      <Button
        size="xs"
        variant="default"
        aria-label={t('plans.editOf', { name: nameOf(plan) })}
        onClick={() => onEdit(plan)}
      >
        {t('plans.edit')}
      </Button>
      <ConfirmButton
        size="xs"
        action={t('plans.remove')}
        label={t('plans.removeOf', { name: nameOf(plan) })}
        title={t('plans.removeTitle')}
        text={t('plans.removeText')}
        onConfirm={() => replace.mutate({ plans: plans.filter((one) => one !== plan) })}
      />
    </Group>
  );
  return (
    <>
      <FormError error={replace.error} />
      <DataTable
        caption={t('plans.list')}
        rows={plans}
        keyOf={nameOf}
        columns={[
          { head: t('plans.product'), cell: nameOf },
          ...PLAN_LIMITS.map((limit) => ({
            head: t(`plans.names.${limit}`),
            cell: (plan: Plan) => (plan[limit] === null ? t('plans.free') : whole(plan[limit])),
            numeric: true,
          })),
          {
            head: t('plans.features'),
            cell: ({ features }) =>
              features.length === 0
                ? t('plans.allParts')
                : features.map((feature) => t(`operatorPage.moduleNames.${feature}`)).join(', '),
          },
          ...(mayChange ? [{ head: t('plans.actions'), cell: actions }] : []),
        ]}
      />
    </>
  );
}

function Plans({ mayChange }: { mayChange: boolean }) {
  const { t } = useTranslation();
  const list = useQuery(api.operator.plans.queryOptions());
  const [opened, setOpened] = useState<Plan | 'new' | undefined>();
  const close = () => setOpened(undefined);
  return (
    <Answer of={list}>
      {({ data }) => (
        <>
          <Part title={t('plans.list')}>
            <Stack>
              {data.length === 0 && <Text c="dimmed">{t('plans.none')}</Text>}
              {data.length > 0 && <Table plans={data} mayChange={mayChange} onEdit={setOpened} />}
              {mayChange && opened === undefined && (
                <Group>
                  <Button onClick={() => setOpened('new')}>{t('plans.fresh')}</Button>
                </Group>
              )}
            </Stack>
          </Part>
          {opened && (
            <Part title={opened === 'new' ? t('plans.fresh') : t('plans.editOf', { name: nameOf(opened) })}>
              <PlanForm
                key={opened === 'new' ? 'new' : nameOf(opened)}
                plan={opened === 'new' ? undefined : opened}
                withChange={(changed) =>
                  opened === 'new'
                    ? [...data, changed]
                    : data.map((one) => (nameOf(one) === nameOf(opened) ? changed : one))
                }
                onDone={close}
              />
            </Part>
          )}
        </>
      )}
    </Answer>
  );
}

export function PlansPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.plans')} lead={t('plans.lead')}>
      <OperatorsOnly>
        {(mayChange, isLimited) =>
          isLimited ? <Empty>{t('operatorPage.ofAllClients')}</Empty> : <Plans mayChange={mayChange} />
        }
      </OperatorsOnly>
    </Page>
  );
}
