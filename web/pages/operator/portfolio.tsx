import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { Answer, Empty } from '../../parts/answer.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Figures } from '../../parts/figures.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { useFormat } from '../../parts/format.ts';
import { More } from '../../parts/more.tsx';
import { Page } from '../../parts/page.tsx';
import { Part } from '../../parts/part.tsx';
import { portfolios as texts } from '../../texts/en/portfolios.ts';
import { addTexts } from '../../texts/texts.ts';
import { ClientRows } from './client-rows.tsx';
import { OperatorsOnly } from './operators-only.tsx';
import { PortfolioChanges } from './portfolios/changes.tsx';
import { PortfolioForm } from './portfolios/form.tsx';

addTexts(texts);

/** Sums over all clients. */
function Totals({ id }: { id: string }) {
  const { t } = useTranslation();
  const { whole, money } = useFormat();
  const overview = useQuery(api.operator.portfolios.overview.queryOptions({ id, limit: 1 }));
  return (
    <Answer of={overview}>
      {({ data: { totals } }) => (
        <Part title={t('portfolios.totals')}>
          <Figures
            figures={[
              { label: t('portfolios.clientsHead'), value: whole(totals.clients) },
              { label: t('portfolios.failing'), value: whole(totals.failing) },
              { label: t('portfolios.members'), value: whole(totals.members) },
              { label: t('portfolios.tasks'), value: whole(totals.openActionItems) },
              { label: t('portfolios.mrr'), value: money(totals.totalMRR, totals.currency) },
              { label: t('portfolios.questions'), value: whole(totals.questionsThisMonth) },
              { label: t('portfolios.tokens'), value: whole(totals.tokensThisMonth) },
            ]}
          />
        </Part>
      )}
    </Answer>
  );
}

/** The clients by their scores, each with what needs a look. */
function Ranking({ id }: { id: string }) {
  const { t } = useTranslation();
  const clients = useList(
    api.operator.portfolios.overview.queryKey({ id }),
    (page, how) => portal.operator.portfolios.overview.query({ id, limit: 50, ...page }, how),
    ({ data }) => data.clients,
  );
  return (
    <Answer of={{ ...clients, data: clients.rows }} height={480}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty>{t('portfolios.noClients')}</Empty>
        ) : (
          <Part title={t('portfolios.ranking')}>
            <ClientRows rows={rows} />
            <More of={clients} />
          </Part>
        )
      }
    </Answer>
  );
}

/** Who is limited to it, its form, and its end: for operators of all clients. */
function Settings({ id }: { id: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isEdited, setEdited] = useState(false);
  const portfolio = useQuery(api.operator.portfolios.get.queryOptions({ id }));
  const remove = useMutation({
    ...api.operator.portfolios.remove.mutationOptions(),
    meta: { shown: true },
    onSuccess: () => navigate({ to: '/operator/portfolios' }),
  });
  return (
    <Answer of={portfolio}>
      {({ data }) => (
        <Part title={t('portfolios.operators')}>
          <Stack align="flex-start">
            <FormError error={remove.error} />
            <Text>
              {data.operators.length === 0
                ? t('portfolios.nobody')
                : data.operators.map(({ name, email }) => name ?? email).join(', ')}
            </Text>
            <Text size="sm" c="dimmed">
              {t('portfolios.limit')} <Code>npm run portal -- operator add EMAIL --portfolio '{data.name}'</Code>
            </Text>
            {isEdited ? (
              <PortfolioForm portfolio={data} onDone={() => setEdited(false)} />
            ) : (
              <Group>
                <Button variant="default" onClick={() => setEdited(true)}>
                  {t('portfolios.edit')}
                </Button>
                <ConfirmButton
                  action={t('portfolios.delete')}
                  title={t('portfolios.deleteTitle')}
                  text={t('portfolios.deleteText')}
                  loading={remove.isPending}
                  onConfirm={() => remove.mutate({ id })}
                />
              </Group>
            )}
          </Stack>
        </Part>
      )}
    </Answer>
  );
}

export function PortfolioPage() {
  const { t } = useTranslation();
  const { id } = useParams({ from: '/inside/operator/portfolios/$id' });
  const { data: profile } = useQuery(api.auth.account.profile.queryOptions());
  // Asked for by the settings below, which operators of some portfolios do not have.
  const { data: known } = useQuery({ ...api.operator.portfolios.get.queryOptions({ id }), enabled: false });
  const own = profile?.data.operatorPortfolios?.find((one) => one.id === id);
  return (
    <Page title={known?.data.name ?? own?.name ?? t('pages.portfolio')}>
      <OperatorsOnly>
        {(mayChange, isLimited) => (
          <>
            <Totals id={id} />
            <PortfolioChanges id={id} />
            <Ranking id={id} />
            {mayChange && !isLimited && <Settings id={id} />}
          </>
        )}
      </OperatorsOnly>
    </Page>
  );
}
