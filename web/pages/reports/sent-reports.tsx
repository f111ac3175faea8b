import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { Answer } from '../../parts/answer.tsx';
import { CopyLink } from '../../parts/copy-link.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { useFormat } from '../../parts/format.ts';
import { More } from '../../parts/more.tsx';
import { Part } from '../../parts/part.tsx';
import { PlanUse } from '../../parts/plan-use.tsx';
import { reporting } from '../../texts/en/reporting.ts';
import { addTexts } from '../../texts/texts.ts';

addTexts(reporting);

type Sent = inferRouterOutputs<AppRouter>['reports']['list']['data'][number];

function NewLink({ id }: { id: string }) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const create = useMutation({ ...api.reports.links.create.mutationOptions(), meta: { shown: true } });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({ id, ...(code.trim() && { code }) });
      }}
    >
      <Stack maw={640}>
        <Text c="dimmed" size="sm">
          {t('reporting.linkText')}
        </Text>
        <FormError error={create.error} />
        {create.data?.url && (
          <Alert color="teal" role="status">
            {t('reporting.made')}
            <CopyLink url={create.data.url} />
          </Alert>
        )}
        <Group align="flex-end">
          <TextInput
            label={t('reporting.code')}
            maxLength={64}
            value={code}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
          />
          <Button type="submit" loading={create.isPending}>
            {t('reporting.link')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Row({ report }: { report: Sent }) {
  const { t } = useTranslation();
  const { day } = useFormat();
  const [opened, { toggle }] = useDisclosure();
  const open = useMutation({
    mutationFn: () => portal.reports.get.query({ id: report.id }),
    onSuccess: ({ data }) => data.pdf && location.assign(data.pdf.url),
  });
  const { name } = report;
  const period = t('reporting.days', { from: day(report.period.from), to: day(report.period.to) });
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text>
          {name} · {period}
        </Text>
        <Group>
          <Button
            size="xs"
            variant="default"
            aria-label={t('reporting.openOf', { name, period })}
            loading={open.isPending}
            onClick={() => open.mutate()}
          >
            {t('reporting.open')}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={t('reporting.linkOf', { name, period })}
            aria-expanded={opened}
            onClick={toggle}
          >
            {t('reporting.link')}
          </Button>
        </Group>
      </Group>
      {opened && <NewLink id={report.id} />}
    </Stack>
  );
}

/** The reports that the agency has sent. */
export function SentReports() {
  const { t } = useTranslation();
  const reports = useList(
    api.reports.list.queryKey({}),
    (page, how) => portal.reports.list.query({ limit: 50, ...page }, how),
    ({ data }) => data,
  );
  return (
    <Part title={t('reporting.mine')}>
      <Answer of={{ ...reports, data: reports.rows }}>
        {(rows) => (
          <Stack>
            <PlanUse of="reportsAMonth" />
            {rows.length === 0 && <Text c="dimmed">{t('reporting.mineNone')}</Text>}
            {rows.map((report) => (
              <Row key={report.id} report={report} />
            ))}
            <More of={reports} />
          </Stack>
        )}
      </Answer>
    </Part>
  );
}
