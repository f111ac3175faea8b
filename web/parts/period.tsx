import { Group, SegmentedControl, TextInput, type TextInputProps } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToday } from './today.ts';

const DAY = 24 * 60 * 60 * 1000;
// Full days. Without an end, traffic is shown until yesterday; scans and reviews of today come on top.
const SPANS = { week: 7, month: 30, quarter: 90, year: 365 } as const;
type Span = keyof typeof SPANS;

interface Period {
  from?: string;
  to?: string;
}

interface Choice {
  period: Period;
  /** The default where the address names no period. */
  usual: 'month' | 'all';
}

interface DayBinding extends Omit<TextInputProps, 'onChange' | 'value'> {
  day: string | undefined;
  onDay: (day: string) => void;
}

/**
 * A field for a day. While a year is typed, browsers report days of the years 2, 20 and 202: those are not asked for.
 */
function DayField({ day = '', onDay, ...rest }: DayBinding) {
  const [typed, setTyped] = useState(day);
  useEffect(() => setTyped(day), [day]);
  return (
    <TextInput
      type="date"
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        if (value === '' || value >= '1000') onDay(value);
      }}
      {...rest}
    />
  );
}

/** The choice of a period. It is part of the address, so that a view can be linked. */
export function PeriodChoice({ period: { from, to }, usual }: Choice) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const today = useToday();
  const startOf = (span: Span) => new Date(Date.parse(today) - SPANS[span] * DAY).toISOString().slice(0, 10);
  // Other filters of the page stay.
  const go = (period: Period) =>
    navigate({
      to: '.',
      search: (({ from: _from, to: _to, ...others }: Period) => ({ ...others, ...period })) as never,
      replace: true,
      resetScroll: false,
    });
  const span = (Object.keys(SPANS) as Span[]).find((name) => from === startOf(name) && !to);
  return (
    <Group gap="sm" align="flex-end" className="no-print">
      <SegmentedControl
        aria-label={t('period.label')}
        value={span ?? (from || to ? 'own' : usual)}
        onChange={(name) => name !== 'own' && go(name === 'all' ? {} : { from: startOf(name as Span) })}
        data={[
          ...(Object.keys(SPANS) as Span[]).map((value) => ({ value, label: t(`period.${value}`) })),
          ...(usual === 'all' ? [{ value: 'all', label: t('period.all') }] : []),
          ...(!span && (from || to) ? [{ value: 'own', label: t('period.own') }] : []),
        ]}
      />
      <DayField
        aria-label={t('period.from')}
        day={from}
        max={to}
        onDay={(day) => go({ ...(day && { from: day }), ...(to && { to }) })}
      />
      <DayField
        aria-label={t('period.to')}
        day={to}
        min={from}
        onDay={(day) => go({ ...(from && { from }), ...(day && { to: day }) })}
      />
    </Group>
  );
}
