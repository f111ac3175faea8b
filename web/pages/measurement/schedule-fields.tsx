import { NativeSelect, SimpleGrid } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format.ts';
import type { PlanValues } from './plan-form.tsx';

const EVERY = ['day', 'week', 'month'] as const;

const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, at) => String(at + from));

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;

/** When runs begin, by the schedule. */
export function ScheduleFields({ form, locale }: { form: UseFormReturnType<PlanValues>; locale: string }) {
  const { t } = useTranslation();
  const { every } = form.values.schedule;
  const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const { hour } = useFormat();
  return (
    <SimpleGrid cols={{ base: 1, sm: every === 'day' ? 2 : 3 }}>
      <NativeSelect
        label={t('measuring.every')}
        data={EVERY.map((value) => ({ value, label: t(`measuring.intervals.${value}`) }))}
        {...form.getInputProps('schedule.every')}
      />
      {every === 'week' && (
        <NativeSelect
          label={t('measuring.weekday')}
          data={upTo(7, 1).map((value) => ({ value, label: weekdays.format(MONDAY + (Number(value) - 1) * DAY) }))}
          {...form.getInputProps('schedule.weekday')}
        />
      )}
      {every === 'month' && (
        <NativeSelect label={t('measuring.day')} data={upTo(28, 1)} {...form.getInputProps('schedule.day')} />
      )}
      <NativeSelect
        label={t('measuring.hour')}
        data={upTo(24).map((value) => ({ value, label: hour(Number(value)) }))}
        {...form.getInputProps('schedule.hour')}
      />
    </SimpleGrid>
  );
}
