import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../api/client.ts';
import { Answer } from '../parts/answer.tsx';
import { FormError } from '../parts/form-error.tsx';
import { useFormat } from '../parts/format.ts';
import { Page } from '../parts/page.tsx';
import { Part } from '../parts/part.tsx';
import { useSupport } from '../parts/support.ts';
import { SentReports } from './reports/sent-reports.tsx';

export function ReportsPage() {
  const { t } = useTranslation();
  const { date, whole } = useFormat();
  const support = useSupport();
  const report = useQuery(api.visibility.report.queryOptions());
  const print = useMutation({ mutationFn: () => portal.exports.report.query(), meta: { shown: true } });

  return (
    <Page title={t('pages.reports')} lead={t('reportsPage.lead')}>
      <SentReports />
      <Answer of={report}>
        {({ data: { hasReport, clientName, lastScanDate } }) => (
          <Part title={t('pages.visibility')}>
            <Stack align="flex-start">
              <Text>
                {hasReport
                  ? t('reportsPage.text', { name: clientName, date: date(lastScanDate) })
                  : t('reportsPage.none')}
              </Text>
              <FormError error={print.error} />
              {print.data && (
                <Alert color="teal" role="status">
                  <Group>
                    {t('reportsPage.ready', { name: print.data.filename, size: whole(print.data.size / 1024) })}
                    <Button component="a" href={print.data.url} download={print.data.filename} size="xs">
                      {t('reportsPage.download')}
                    </Button>
                  </Group>
                </Alert>
              )}
              {support ? (
                <Text c="dimmed">{t('shell.support.closed')}</Text>
              ) : (
                <Button loading={print.isPending} onClick={() => print.mutate()}>
                  {t('reportsPage.make')}
                </Button>
              )}
            </Stack>
          </Part>
        )}
      </Answer>
      {!support && (
        <Part title={t('reportsPage.goals')} text={t('reportsPage.goalsText')}>
          <Button component="a" href="/api/exports/goals?bom=1" download variant="default">
            {t('reportsPage.csv')}
          </Button>
        </Part>
      )}
    </Page>
  );
}
