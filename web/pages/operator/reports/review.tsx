import { Box, Button, Grid, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { Answer } from '../../../parts/answer.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { FormError } from '../../../parts/form-error.tsx';
import { useFormat } from '../../../parts/format.ts';
import { Part } from '../../../parts/part.tsx';

type Report = inferRouterOutputs<AppRouter>['operator']['reports']['get']['data'];

function Notes({ report, mayChange }: { report: Report; mayChange: boolean }) {
  const { t } = useTranslation();
  const [notes, setNotes] = useState<Record<string, string>>(report.notes as Record<string, string>);
  const save = useMutation({ ...api.operator.reports.update.mutationOptions(), meta: { shown: true } });
  const isOpen = mayChange && (report.status === 'draft' || report.status === 'held');
  return (
    <Stack>
      <FormError error={save.error} />
      {report.sections.map((section) => (
        <Textarea
          key={section}
          autosize
          minRows={2}
          maxLength={5000}
          label={t('reporting.note', { section: t(`reporting.parts.${section}`) })}
          value={notes[section] ?? ''}
          readOnly={!isOpen}
          onChange={({ currentTarget }) => {
            const { value } = currentTarget;
            setNotes((before) => ({ ...before, [section]: value }));
          }}
        />
      ))}
      {isOpen && (
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate({ id: report.id, notes })}>
          {t('reporting.saveNotes')}
        </Button>
      )}
    </Stack>
  );
}

/**
 * The PDF, where the portal itself serves it: a bucket has another address, which the page may not frame. Telephones
 * show the first page of a framed one only, so they get the button.
 */
function Preview({ pdf, title }: { pdf: Report['pdf']; title: string }) {
  if (!pdf || new URL(pdf.url).origin !== window.location.origin) return null;
  return (
    <Box visibleFrom="md" mb="md">
      <iframe className="pdf" title={title} src={`${pdf.url}&show=inline#navpanes=0&view=FitH`} loading="lazy" />
    </Box>
  );
}

function Findings({ report: { reason, findings } }: { report: Report }) {
  const { t } = useTranslation();
  const texts = findings.map(({ text }) => text);
  // What holds a report back is among what was found, unless a person held it.
  const why = reason && !texts.some((text) => reason.includes(text)) ? reason : undefined;
  return (
    <Stack gap="xs">
      {why && <Text>{why}</Text>}
      {texts.length === 0 ? (
        <Text c="dimmed">{t('reporting.clean')}</Text>
      ) : (
        <>
          <Text fw={600}>{t('reporting.findings')}</Text>
          <ul className="plain-list">
            {texts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
    </Stack>
  );
}

function Outcome({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return (
    <Stack align="flex-start">
      {report.pdf ? (
        <Button component="a" href={report.pdf.url} target="_blank" rel="noreferrer" variant="default">
          {t('reporting.openPdf')}
        </Button>
      ) : (
        // A held one is printed once somebody approves it.
        report.status !== 'held' && <Text role="status">{t('reporting.notMade')}</Text>
      )}
      {report.recipients.length > 0 && (
        <>
          <Text fw={600}>{t('reporting.recipients')}</Text>
          <ul>
            {report.recipients.map(({ email, bcc, sentAt, error }) => (
              <li key={email}>
                {email}
                {bcc ? ` (${t('reporting.hidden')})` : ''}:{' '}
                {error ?? (sentAt ? t('reporting.mailed', { at: dateTime(sentAt) }) : t('reporting.waiting'))}
              </li>
            ))}
          </ul>
        </>
      )}
    </Stack>
  );
}

function Decide({ report: { id, status } }: { report: Report }) {
  const { t } = useTranslation();
  const shown = { meta: { shown: true } };
  const approve = useMutation({ ...api.operator.reports.approve.mutationOptions(), ...shown });
  const hold = useMutation({ ...api.operator.reports.hold.mutationOptions(), ...shown });
  const send = useMutation({ ...api.operator.reports.send.mutationOptions(), ...shown });
  if (status === 'sent') return null;
  return (
    <Stack>
      <FormError error={approve.error ?? hold.error ?? send.error} />
      <Group>
        {status !== 'approved' && (
          <Button loading={approve.isPending} onClick={() => approve.mutate({ id })}>
            {t('reporting.approve')}
          </Button>
        )}
        {status === 'approved' && (
          <ConfirmButton
            action={t('reporting.send')}
            title={t('reporting.send')}
            text={t('reporting.sendText')}
            destroys={false}
            loading={send.isPending}
            onConfirm={() => send.mutate({ id })}
          />
        )}
        {status !== 'held' && (
          <Button variant="default" loading={hold.isPending} onClick={() => hold.mutate({ id })}>
            {t('reporting.hold')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

interface Contents {
  id: string;
  mayChange: boolean;
  onClose: () => void;
}

/** One report: what was found and its PDF beside the notes on it, and what becomes of it. */
export function ReviewReport({ id, mayChange, onClose }: Contents) {
  const { t } = useTranslation();
  const { day } = useFormat();
  const asked = useQuery(api.operator.reports.get.queryOptions({ id }));
  return (
    <Answer of={asked}>
      {({ data: report }) => (
        <Part
          title={`${report.name} – ${report.clientName}`}
          text={t('reporting.days', { from: day(report.period.from), to: day(report.period.to) })}
          aside={
            <Button variant="default" size="xs" onClick={onClose}>
              {t('close')}
            </Button>
          }
        >
          <Stack>
            <Findings report={report} />
            <Grid>
              <Grid.Col span={{ base: 12, md: 7 }}>
                <Preview pdf={report.pdf} title={t('reporting.pdfOf', { name: report.clientName })} />
                <Outcome report={report} />
              </Grid.Col>
              <Grid.Col span={{ base: 12, md: 5 }}>
                <Stack>
                  <Notes report={report} mayChange={mayChange} />
                  {mayChange && <Decide report={report} />}
                </Stack>
              </Grid.Col>
            </Grid>
          </Stack>
        </Part>
      )}
    </Answer>
  );
}
