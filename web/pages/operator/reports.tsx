import { Badge, Button, NativeSelect, Stack } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { Answer, Empty } from '../../parts/answer.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { useFilter } from '../../parts/filter.ts';
import { useFormat } from '../../parts/format.ts';
import { More } from '../../parts/more.tsx';
import { Page } from '../../parts/page.tsx';
import { Part } from '../../parts/part.tsx';
import { REPORT_STATES } from '../../routes/filters.ts';
import { reporting } from '../../texts/en/reporting.ts';
import { addTexts } from '../../texts/texts.ts';
import { OperatorsOnly } from './operators-only.tsx';
import { Agenda } from './reports/agenda.tsx';
import { ReviewReport } from './reports/review.tsx';
import { Schedules } from './reports/schedules.tsx';
import { Templates } from './reports/templates.tsx';

addTexts(reporting);

const COLOURS = { draft: 'blue', held: 'orange', approved: 'teal', sent: 'gray' };

type State = (typeof REPORT_STATES)[number];

interface Contents {
  status: State | undefined;
  onStatus: (status: State | undefined) => void;
  onOpen: (id: string) => void;
}

function Reports({ status, onStatus, onOpen }: Contents) {
  const { t } = useTranslation();
  const { day, dateTime } = useFormat();
  const filter = { limit: 50, ...(status && { status }) };
  const reports = useList(
    api.operator.reports.list.queryKey(filter),
    (page, how) => portal.operator.reports.list.query({ ...filter, ...page }, how),
    ({ data }) => data,
  );
  return (
    <>
      <NativeSelect
        maw={240}
        label={t('reporting.status')}
        value={status ?? ''}
        onChange={({ currentTarget }) => onStatus(REPORT_STATES.find((one) => one === currentTarget.value))}
        data={[
          { value: '', label: t('reporting.every') },
          ...REPORT_STATES.map((value) => ({ value, label: t(`reporting.states.${value}`) })),
        ]}
      />
      <Answer of={{ ...reports, data: reports.rows }}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty>{t('reporting.none')}</Empty>
          ) : (
            <Part title={t('reporting.all')}>
              <Stack>
                <DataTable
                  caption={t('reporting.all')}
                  rows={rows}
                  keyOf={({ id }) => id}
                  columns={[
                    { head: t('reporting.client'), cell: ({ clientName }) => clientName },
                    { head: t('reporting.report'), cell: ({ name }) => name },
                    {
                      head: t('reporting.period'),
                      cell: ({ period }) => t('reporting.days', { from: day(period.from), to: day(period.to) }),
                    },
                    { head: t('reporting.due'), cell: ({ dueAt }) => dateTime(dueAt) },
                    {
                      head: t('reporting.status'),
                      cell: (report) => (
                        <Badge color={COLOURS[report.status]} className="tag">
                          {report.pitch && report.status === 'sent'
                            ? t('reporting.linkMade')
                            : t(`reporting.states.${report.status}`)}
                        </Badge>
                      ),
                    },
                    {
                      head: t('reporting.action'),
                      cell: ({ id, clientName, status: now }) => (
                        <Button
                          size="xs"
                          variant="default"
                          aria-label={t(now === 'sent' ? 'reporting.seeOf' : 'reporting.reviewOf', {
                            name: clientName,
                          })}
                          onClick={() => onOpen(id)}
                        >
                          {t(now === 'sent' ? 'reporting.see' : 'reporting.review')}
                        </Button>
                      ),
                    },
                  ]}
                />
                <More of={reports} />
              </Stack>
            </Part>
          )
        }
      </Answer>
    </>
  );
}

/** What is due and what there is; or one report, which needs the whole width for its PDF. */
function Work({ mayChange }: { mayChange: boolean }) {
  const search = useSearch({ from: '/inside/operator/reports' });
  const filter = useFilter(search);
  const show = (status: State | undefined) => filter({ status });
  const [opened, setOpened] = useState<string | undefined>();
  if (opened) return <ReviewReport id={opened} mayChange={mayChange} onClose={() => setOpened(undefined)} />;
  return (
    <>
      <Agenda onChoose={show} />
      <Reports status={search.status} onStatus={show} onOpen={setOpened} />
      <Schedules mayChange={mayChange} />
      <Templates mayChange={mayChange} />
    </>
  );
}

export function OperatorReportsPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.operatorReports')} lead={t('reporting.lead')}>
      <OperatorsOnly>{(mayChange) => <Work mayChange={mayChange} />}</OperatorsOnly>
    </Page>
  );
}
