import { NativeSelect, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat, useLocale } from '../../../parts/format.ts';
import { KINDS } from './templates.tsx';
import type { Typed } from './typed-schedule.ts';

const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, at) => String(at + from));

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;

/** When reports are due: on a weekday or a day of the month, at an hour. */
export function DueFields({ typed, set }: { typed: Typed; set: (change: Partial<Typed>) => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { every, day, hour } = typed;
  const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const { hour: timeOf } = useFormat();
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <NativeSelect
        label={t('reporting.rhythm')}
        value={every}
        // A week has no day 28.
        onChange={({ currentTarget }) =>
          set({ every: KINDS.find((one) => one === currentTarget.value) ?? 'month', day: '1' })
        }
        data={KINDS.map((value) => ({ value, label: t(`reporting.rhythms.${value}`) }))}
      />
      <NativeSelect
        label={t(`reporting.dayOf.${every}`)}
        value={day}
        onChange={({ currentTarget }) => set({ day: currentTarget.value })}
        data={
          every === 'week'
            ? upTo(7, 1).map((value) => ({ value, label: weekdays.format(MONDAY + (Number(value) - 1) * DAY) }))
            : upTo(28, 1)
        }
      />
      <NativeSelect
        label={t('reporting.hour')}
        value={hour}
        onChange={({ currentTarget }) => set({ hour: currentTarget.value })}
        data={upTo(24).map((value) => ({ value, label: timeOf(Number(value)) }))}
      />
    </SimpleGrid>
  );
}
