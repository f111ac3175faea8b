import { Badge, Button, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { type ReactNode, useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import type { Viewed } from '../../api/viewed.ts';
import { Answer } from '../../parts/answer.tsx';
import { useFormat } from '../../parts/format.ts';
import { Part } from '../../parts/part.tsx';
import { properName } from '../../parts/proper-name.ts';
import { useViewing } from '../../shell/viewing.ts';
import { figuresIn } from '../../texts/en/figures-in.ts';
import { addTexts } from '../../texts/texts.ts';
import { Invite } from './invite.tsx';

addTexts(figuresIn);

type State = inferRouterOutputs<AppRouter>['operator']['clients']['state']['data'];

interface Row {
  id: string;
  name: string;
  note: string;
  aside?: ReactNode;
}

interface RowsOf {
  at?: string;
  title: string;
  none: string;
  rows: Row[];
  /** What can be done about them. */
  below?: ReactNode;
}

/** One kind of things of a client, or a word that there are none. */
function Rows({ at, title, none, rows, below }: RowsOf) {
  const heading = useId();
  return (
    <section id={at} aria-labelledby={heading}>
      <Title order={3} size="h4" id={heading} mb="xs">
        {title}
      </Title>
      {rows.length === 0 && <Text c="dimmed">{none}</Text>}
      <Stack gap="sm">
        {rows.map(({ id, name, note, aside }) => (
          <div key={id} className="row row-split">
            <div>
              <Text fw={600} className="source">
                {name}
              </Text>
              <Text size="sm" c="dimmed">
                {note}
              </Text>
            </div>
            {aside}
          </div>
        ))}
      </Stack>
      {rows.length > 0 && below}
    </section>
  );
}

const WORKS = { connected: 'works', syncing: 'readsNow' } as const;

function useRows({ members, connections, scans, keys, lateTasks }: State) {
  const { t } = useTranslation();
  const { date, dateTime, day, number } = useFormat();
  return {
    members: members.map(({ id, name, email, role, joinedAt }) => ({
      id,
      name: name ?? email,
      note: `${t(`members.roles.${role}`)} · ${t('members.joined', { date: date(joinedAt) })}`,
    })),
    connections: connections.map(({ id, kind, status, problem, lastSyncAt }) => {
      const tool = String(properName(kind));
      const works = status === 'connected' || status === 'syncing' ? WORKS[status] : 'worksNot';
      const read = lastSyncAt ? t('operatorPage.lastRead', { date: dateTime(lastSyncAt) }) : '–';
      return {
        id,
        name: tool,
        note: problem ? t(`connections.causes.${problem}`, { tool }) : read,
        aside: (
          <Badge className="tag" color={works === 'worksNot' ? 'red' : 'teal'}>
            {t(`operatorPage.${works}`)}
          </Badge>
        ),
      };
    }),
    scans: scans.map(({ id, completedAt, dynamicScore }) => ({
      id,
      name: date(completedAt),
      note: `${t('operatorPage.score')} ${number(dynamicScore)}`,
    })),
    keys: keys.map(({ id, name, lastUsedAt }) => ({
      id,
      name,
      note: lastUsedAt ? t('operatorPage.keyUsed', { date: dateTime(lastUsedAt) }) : t('operatorPage.keyUnused'),
    })),
    tasks: lateTasks.map(({ id, title, dueDate }) => ({
      id,
      name: title,
      note: t('operatorPage.due', { date: day(dueDate) }),
    })),
  };
}

interface Stated {
  client: Viewed;
  mayChange: boolean;
}

function Contents({ client, state, mayChange }: Stated & { state: State }) {
  const { t } = useTranslation();
  const { begin } = useViewing();
  const { members, connections, scans, keys, tasks } = useRows(state);
  const isBroken = state.connections.some(({ status }) => status !== 'connected' && status !== 'syncing');
  const { id, name, timezone, modules } = client;
  const leadTo = (to: '/tasks' | '/visibility', text: string) => (
    <Button size="xs" mt="sm" variant="default" onClick={() => begin({ id, name, timezone, modules }, to)}>
      {text}
    </Button>
  );
  const { hash } = useLocation();
  // The router looks for it before these parts have arrived.
  useEffect(() => {
    document.getElementById(hash)?.scrollIntoView();
  }, [hash]);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
      <Stack gap="lg">
        <Rows
          at="connections"
          title={t('operatorPage.connectionsOf')}
          none={t('operatorPage.noConnections')}
          rows={connections}
          below={
            isBroken && (
              <Text size="sm" mt="sm">
                {t('operatorPage.mend')}
              </Text>
            )
          }
        />
        <Rows
          at="tasks"
          title={t('operatorPage.lateTasks')}
          none={t('operatorPage.noLateTasks')}
          rows={tasks}
          below={modules.includes('tasks') && leadTo('/tasks', t('pages.tasks'))}
        />
        <Rows
          title={t('operatorPage.scans')}
          none={t('operatorPage.noScans')}
          rows={scans}
          below={modules.includes('visibility') && leadTo('/visibility', t('pages.visibility'))}
        />
      </Stack>
      <Stack gap="lg">
        <Rows title={t('operatorPage.members')} none={t('operatorPage.noMembers')} rows={members} />
        <section aria-label={t('operatorPage.invitations')}>
          <Title order={3} size="h4" mb="xs">
            {t('operatorPage.invitations')}
          </Title>
          <Invite id={id} invitations={state.invitations} mayChange={mayChange} />
        </section>
        <Rows title={t('operatorPage.keysOf')} none={t('operatorPage.noKeys')} rows={keys} />
      </Stack>
    </SimpleGrid>
  );
}

/** Who belongs to a client, and what runs for it. */
export function ClientStatePart({ client, mayChange }: Stated) {
  const { t } = useTranslation();
  const state = useQuery(api.operator.clients.state.queryOptions({ id: client.id }));
  return (
    <Part title={t('operatorPage.state')}>
      <Answer of={state} height={480}>
        {({ data }) => <Contents client={client} state={data} mayChange={mayChange} />}
      </Answer>
    </Part>
  );
}
