import { Badge, Group, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useSearch } from '@tanstack/react-router';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../api/client.ts';
import { useList } from '../api/list.ts';
import { Answer, Empty } from '../parts/answer.tsx';
import { useFirstDay } from '../parts/first-day.ts';
import { useFormat } from '../parts/format.ts';
import { ButtonLink, PageLink } from '../parts/link.tsx';
import { More } from '../parts/more.tsx';
import { Page } from '../parts/page.tsx';
import { Part } from '../parts/part.tsx';
import { useToday } from '../parts/today.ts';
import { content } from '../texts/en/content.ts';
import { addTexts } from '../texts/texts.ts';

addTexts(content);

type Entry = inferRouterOutputs<AppRouter>['contentCalendar']['data'][number];

const COLORS = { planned: 'gray', draft: 'gray', review: 'orange', scheduled: 'orange', published: 'teal' } as const;
const WEEK = [0, 1, 2, 3, 4, 5, 6] as const;

/** The month so many months away. */
function monthFrom({ year, month }: { year: number; month: number }, months: number) {
  const at = new Date(Date.UTC(year, month - 1 + months));
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1 };
}

/** The weeks of a month, from a day of the week: the days as `YYYY-MM-DD`, or undefined where it has none. */
function weeksOf(year: number, month: number, start: number) {
  const first = (new Date(Date.UTC(year, month - 1)).getUTCDay() + 7 - start) % 7;
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const dayAt = (place: number) =>
    place >= first && place < first + days
      ? new Date(Date.UTC(year, month - 1, place - first + 1)).toISOString().slice(0, 10)
      : undefined;
  return Array.from({ length: Math.ceil((first + days) / 7) }, (_, week) => WEEK.map((day) => dayAt(week * 7 + day)));
}

function CalendarItem({ entry }: { entry: Entry }) {
  const { t } = useTranslation();
  const today = useToday();
  // What was planned for a day that has passed is late, and no longer planned.
  const late = entry.status === 'planned' && entry.date < today;
  return (
    <li>
      {entry.pageId ? (
        <PageLink size="sm" to="/content/$id" params={{ id: entry.pageId }}>
          {entry.title}
        </PageLink>
      ) : (
        <Text size="sm" span>
          {entry.title}
        </Text>
      )}{' '}
      <Badge size="sm" color={late ? 'red' : COLORS[entry.status]} className="tag">
        {t(late ? 'calendarPage.late' : `calendarPage.states.${entry.status}`)}
      </Badge>
    </li>
  );
}

/** So many entries of a day are shown at once: more would make its week as long as all the others. */
const AT_ONCE = 4;

const Items = ({ entries }: { entries: Entry[] }) => (
  <ul className="plain-list">
    {entries.map((entry) => (
      <CalendarItem key={entry.id} entry={entry} />
    ))}
  </ul>
);

function Entries({ entries }: { entries: Entry[] }) {
  const { t } = useTranslation();
  // One more takes no more room than the line that says so.
  const shown = entries.length > AT_ONCE + 1 ? AT_ONCE : entries.length;
  return (
    <>
      <Items entries={entries.slice(0, shown)} />
      {shown < entries.length && (
        <details className="more-entries">
          <summary>{t('calendarPage.further', { count: entries.length - shown })}</summary>
          <Items entries={entries.slice(shown)} />
        </details>
      )}
    </>
  );
}

function MonthTable({ year, month, byDay }: { year: number; month: number; byDay: Map<string, Entry[]> }) {
  const { t } = useTranslation();
  const days = t('calendarPage.days', { returnObjects: true });
  const today = useToday();
  const start = useFirstDay();
  return (
    <table className="month">
      <thead>
        <tr>
          {WEEK.map((day) => (
            <th key={day} scope="col">
              {days[(day + start + 6) % 7]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(year, month, start).map((week) => (
          <tr key={week.find(Boolean)}>
            {WEEK.map((day) => {
              const date = week[day];
              return (
                <td key={day} aria-current={date === today ? 'date' : undefined}>
                  {date && <Text size="sm">{Number(date.slice(8))}</Text>}
                  {date && byDay.has(date) && <Entries entries={byDay.get(date) ?? []} />}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DayList({ byDay }: { byDay: Map<string, Entry[]> }) {
  const { day } = useFormat();
  return (
    <Stack>
      {[...byDay].map(([date, entries]) => (
        <section key={date} className="row" aria-label={day(date)}>
          <Text fw={600}>{day(date)}</Text>
          <Entries entries={entries} />
        </section>
      ))}
    </Stack>
  );
}

export function CalendarPage() {
  const { t } = useTranslation();
  const { monthName } = useFormat();
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  const now = new Date();
  const search = useSearch({ from: '/inside/calendar' });
  const { year = now.getUTCFullYear(), month = now.getUTCMonth() + 1 } = search;
  const calendar = useList(
    api.contentCalendar.queryKey({ year, month }),
    (page, how) => portal.contentCalendar.query({ year, month, ...page }, how),
    ({ data }) => data,
  );
  return (
    <Page
      title={t('pages.calendar')}
      lead={t('calendarPage.lead')}
      actions={
        <Group gap="xs">
          <ButtonLink variant="default" to="/calendar" search={monthFrom({ year, month }, -1)} disabled={year <= 2000}>
            {t('calendarPage.before')}
          </ButtonLink>
          <ButtonLink variant="default" to="/calendar" search={{}}>
            {t('calendarPage.today')}
          </ButtonLink>
          <ButtonLink variant="default" to="/calendar" search={monthFrom({ year, month }, 1)} disabled={year >= 2100}>
            {t('calendarPage.after')}
          </ButtonLink>
        </Group>
      }
    >
      <Part title={monthName(year, month)}>
        <Answer of={{ ...calendar, data: calendar.rows }} height={560}>
          {(rows) => {
            const byDay = Map.groupBy(rows, ({ date }) => date);
            return (
              <>
                {rows.length === 0 && <Empty>{t('calendarPage.none')}</Empty>}
                {isWide ? <MonthTable year={year} month={month} byDay={byDay} /> : <DayList byDay={byDay} />}
                <More of={calendar} />
              </>
            );
          }}
        </Answer>
      </Part>
    </Page>
  );
}
