import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../../api/client.ts';
import { useList } from '../../../api/list.ts';
import { Answer } from '../../../parts/answer.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { FormError } from '../../../parts/form-error.tsx';
import { useFormat } from '../../../parts/format.ts';
import { More } from '../../../parts/more.tsx';
import { Part } from '../../../parts/part.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import type { Schedule } from './typed-schedule.ts';

/** How many clients are named before the rest is counted. */
const NAMED = 3;

/** For whom a schedule is, in few words. */
function useForWhom() {
  const { t } = useTranslation();
  return ({ clients, clientNames }: Schedule) => {
    const excepted = 'ids' in clients ? 0 : (clients.except?.length ?? 0);
    if ('all' in clients) return excepted > 0 ? t('reporting.allBut', { count: excepted }) : t('reporting.choices.all');
    if ('tags' in clients) {
      const tags = clients.tags.join(', ');
      return excepted > 0 ? t('reporting.taggedBut', { tags, count: excepted }) : t('reporting.tagged', { tags });
    }
    const named = clientNames.slice(0, NAMED).map(({ name }) => name);
    const others = clientNames.length - named.length;
    return [...named, ...(others > 0 ? [t('reporting.others', { count: others })] : [])].join(', ');
  };
}

function Row({ schedule, onEdit }: { schedule: Schedule; onEdit: (() => void) | undefined }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const forWhom = useForWhom();
  const shown = { meta: { shown: true } };
  const run = useMutation({ ...api.operator.reportSchedules.run.mutationOptions(), ...shown });
  const remove = useMutation({ ...api.operator.reportSchedules.remove.mutationOptions(), ...shown });
  const { id, templateName: name, nextRunAt } = schedule;
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <div>
          <Text>
            {name} · {t(`reporting.rhythms.${schedule.every}`)}
          </Text>
          <Text c="dimmed" size="sm">
            {forWhom(schedule)} · {nextRunAt ? t('reporting.next', { at: dateTime(nextRunAt) }) : t('reporting.noNext')}
          </Text>
        </div>
        {onEdit && (
          <Group>
            <Button size="xs" variant="default" aria-label={t('reporting.editSchedule', { name })} onClick={onEdit}>
              {t('reporting.edit')}
            </Button>
            <ConfirmButton
              size="xs"
              action={t('reporting.run')}
              label={`${t('reporting.run')}: ${name}`}
              title={t('reporting.run')}
              text={t('reporting.runText')}
              destroys={false}
              loading={run.isPending}
              onConfirm={() => run.mutate({ id })}
            />
            <ConfirmButton
              size="xs"
              action={t('reporting.delete')}
              label={`${t('reporting.delete')}: ${name}`}
              title={t('reporting.deleteTitle')}
              text={t('reporting.deleteText')}
              loading={remove.isPending}
              onConfirm={() => remove.mutate({ id })}
            />
          </Group>
        )}
      </Group>
      <FormError error={run.error ?? remove.error} />
      {run.data && <Text role="status">{t('reporting.ran', { count: run.data.data.planned })}</Text>}
    </Stack>
  );
}

/** For whom, when and to whom reports are made. */
export function Schedules({ mayChange }: { mayChange: boolean }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<Schedule | 'new' | undefined>();
  const schedules = useList(
    api.operator.reportSchedules.list.queryKey({}),
    (page, how) => portal.operator.reportSchedules.list.query({ limit: 50, ...page }, how),
    ({ data }) => data,
  );
  const close = () => setOpened(undefined);
  return (
    <Part title={t('reporting.schedules')}>
      <Answer of={{ ...schedules, data: schedules.rows }}>
        {(rows) => (
          <Stack>
            {rows.length === 0 && <Text c="dimmed">{t('reporting.noSchedules')}</Text>}
            {rows.map((schedule) => (
              <Row key={schedule.id} schedule={schedule} onEdit={mayChange ? () => setOpened(schedule) : undefined} />
            ))}
            <More of={schedules} />
            {mayChange && opened === undefined && (
              <Group>
                <Button onClick={() => setOpened('new')}>{t('reporting.newSchedule')}</Button>
              </Group>
            )}
            {opened === 'new' && <ScheduleForm onDone={close} />}
            {opened && opened !== 'new' && <ScheduleForm key={opened.id} schedule={opened} onDone={close} />}
          </Stack>
        )}
      </Answer>
    </Part>
  );
}
