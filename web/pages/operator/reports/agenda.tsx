import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { Answer } from '../../../parts/answer.tsx';
import { useFormat } from '../../../parts/format.ts';
import { Part } from '../../../parts/part.tsx';

type Line = inferRouterOutputs<AppRouter>['operator']['reports']['list']['summary']['due'][number];
type Waiting = Exclude<Line['status'], 'sent'>;

/** A day on which reports are due: those that are planned, and the next hour of each schedule. */
interface Entry {
  day: string;
  name: string;
  lines: Line[];
}

function entriesOf(due: Line[], next: { day: string; name: string }[]): Entry[] {
  const planned = [...Map.groupBy(due, ({ day, name }) => `${day} ${name}`).values()].flatMap((lines) => {
    const [first] = lines;
    return first ? [{ day: first.day, name: first.name, lines }] : [];
  });
  const known = new Set(planned.map(({ day, name }) => `${day} ${name}`));
  const later = new Map(next.map((one) => [`${one.day} ${one.name}`, { ...one, lines: [] }]));
  for (const key of known) later.delete(key);
  return [...planned, ...later.values()].toSorted((one, other) => one.day.localeCompare(other.day));
}

/** What is due, day by day. A number shows the reports that it counts. */
export function Agenda({ onChoose }: { onChoose: (status: Waiting) => void }) {
  const { t } = useTranslation();
  const { day } = useFormat();
  const reports = useQuery(api.operator.reports.list.queryOptions({ limit: 1 }));
  const schedules = useQuery(api.operator.reportSchedules.list.queryOptions({ limit: 100 }));
  const next = (schedules.data?.data ?? []).flatMap(({ nextRunAt, templateName: name }) =>
    nextRunAt ? [{ day: nextRunAt.slice(0, 10), name }] : [],
  );
  return (
    <Answer of={reports}>
      {({ summary }) => {
        const days = Map.groupBy(entriesOf(summary.due, next), (entry) => entry.day);
        if (days.size === 0) return null;
        return (
          <Part title={t('reporting.agenda')}>
            <Stack>
              {[...days].map(([date, entries]) => (
                <section key={date} className="row" aria-label={day(date)}>
                  <Text fw={600}>{day(date)}</Text>
                  <Stack gap={4}>
                    {entries.map(({ name, lines }) => (
                      <Group key={name} gap="xs">
                        <Text>{name}</Text>
                        {lines.length === 0 && (
                          <Badge color="gray" className="tag">
                            {t('reporting.planned')}
                          </Badge>
                        )}
                        {lines.map(({ status, reports: count }) => (
                          <Button
                            key={status}
                            size="compact-sm"
                            variant="default"
                            // What is read begins with what is seen.
                            aria-label={`${t(`reporting.states.${status}`)}: ${count}, ${name}`}
                            onClick={() => status !== 'sent' && onChoose(status)}
                          >
                            {t(`reporting.states.${status}`)}: {count}
                          </Button>
                        ))}
                      </Group>
                    ))}
                  </Stack>
                </section>
              ))}
            </Stack>
          </Part>
        );
      }}
    </Answer>
  );
}
