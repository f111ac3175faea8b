import { Alert, Progress, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Answer } from '../../parts/answer.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { useFormat } from '../../parts/format.ts';
import { ButtonLink, PageLink } from '../../parts/link.tsx';
import { Page, SPACE } from '../../parts/page.tsx';
import { Part } from '../../parts/part.tsx';
import { properName } from '../../parts/proper-name.ts';
import { measuring } from '../../texts/en/measuring.ts';
import { addTexts } from '../../texts/texts.ts';
import { isUnderWay, LOOK_AGAIN, useNewFigures } from './look-again.ts';
import { RunAnswers } from './run-answers.tsx';
import { RunState } from './run-state.tsx';

addTexts(measuring);

type Run = inferRouterOutputs<AppRouter>['visibility']['measurement']['runs']['get']['data'];

function Progressing({ run }: { run: Run }) {
  const { t } = useTranslation();
  const { whole, dateTime } = useFormat();
  const { status, scanRunId } = run;
  const { done, failed, total } = run.progress;
  const outcome = status === 'incomplete' || status === 'failed' || status === 'cancelled' ? status : undefined;
  return (
    <Part title={t('measuring.progressing')} aside={<RunState status={status} />}>
      <Text mb="xs" role={isUnderWay(run) ? 'status' : undefined}>
        {t('measuring.of', { done: whole(done), total: whole(total) })}
        {failed > 0 && ` · ${t('measuring.failed')}: ${whole(failed)}`}
      </Text>
      {total > 0 && (
        <Progress.Root mb="md">
          <Progress.Section value={(100 * done) / total} aria-label={t('measuring.done')} />
          <Progress.Section value={(100 * failed) / total} color="red" aria-label={t('measuring.failed')} />
        </Progress.Root>
      )}
      <Text size="sm" c="dimmed">
        {t('measuring.began')}: {dateTime(run.startedAt)} · {t('measuring.ended')}: {dateTime(run.finishedAt)} ·{' '}
        {t('measuring.trigger')}: {t(`measuring.triggers.${run.trigger}`)}
      </Text>
      {outcome && (
        <Alert color={outcome === 'failed' ? 'red' : 'yellow'} mt="md">
          {t(`measuring.outcomes.${outcome}`)}
        </Alert>
      )}
      {scanRunId && (
        <PageLink to="/ai-search" size="sm">
          {t('measuring.seeScan')}
        </PageLink>
      )}
    </Part>
  );
}

function ByEngine({ engines }: Pick<Run, 'engines'>) {
  const { t } = useTranslation();
  const { whole } = useFormat();
  return (
    <Part title={t('measuring.byEngine')}>
      <DataTable
        caption={t('measuring.byEngine')}
        rows={engines}
        keyOf={({ engine }) => engine}
        columns={[
          { head: t('measuring.engine'), cell: ({ engine, model }) => `${properName(engine)} · ${model}` },
          { head: t('measuring.done'), cell: ({ done }) => whole(done), numeric: true },
          { head: t('measuring.failed'), cell: ({ failed }) => whole(failed), numeric: true },
          { head: t('measuring.lastError'), cell: ({ lastError }) => lastError ?? '–' },
        ]}
      />
    </Part>
  );
}

function RunActions({ run }: { run: Run }) {
  const { t } = useTranslation();
  const options = { meta: { shown: true } };
  const cancel = useMutation({ ...api.visibility.measurement.runs.cancel.mutationOptions(), ...options });
  const recount = useMutation({ ...api.visibility.measurement.runs.recount.mutationOptions(), ...options });
  const { id } = run;
  return (
    <>
      <FormError error={cancel.error ?? recount.error} />
      {recount.data && <Text role="status">{t('measuring.recounted')}</Text>}
      {isUnderWay(run) ? (
        <ConfirmButton
          action={t('measuring.cancel')}
          title={t('measuring.cancelTitle')}
          text={t('measuring.cancelText')}
          loading={cancel.isPending}
          onConfirm={() => cancel.mutate({ id })}
        />
      ) : (
        <ConfirmButton
          action={t('measuring.recount')}
          title={t('measuring.recountTitle')}
          text={t('measuring.recountText')}
          destroys={false}
          loading={recount.isPending}
          onConfirm={() => recount.mutate({ id })}
        />
      )}
    </>
  );
}

export function RunPage() {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { id } = useParams({ from: '/inside/measurement/runs/$id' });
  const { data: profile } = useQuery(api.auth.account.profile.queryOptions());
  const found = useQuery({
    ...api.visibility.measurement.runs.get.queryOptions({ id }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.data) ? LOOK_AGAIN : false),
  });
  const run = found.data?.data;
  useNewFigures(run !== undefined && isUnderWay(run));
  return (
    <Page
      title={run ? t('measuring.run', { at: dateTime(run.createdAt) }) : t('pages.measurement')}
      lead={run ? t('measuring.runLead') : SPACE}
      actions={
        <>
          <ButtonLink to="/measurement" variant="default">
            {t('measuring.back')}
          </ButtonLink>
          {run && profile?.data.role === 'admin' && <RunActions run={run} />}
        </>
      }
    >
      <Answer of={found} height={480}>
        {({ data }) => (
          <>
            <Progressing run={data} />
            {data.engines.length > 0 && <ByEngine engines={data.engines} />}
            <RunAnswers id={id} engines={data.engines.map(({ engine }) => engine)} done={data.progress.done} />
          </>
        )}
      </Answer>
    </Page>
  );
}
