import { Badge, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { ChangeCue, Cue } from '../../parts/cue.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { useFormat } from '../../parts/format.ts';
import { PageLink } from '../../parts/link.tsx';
import { properName } from '../../parts/proper-name.ts';
import { ClientTags } from './client-filter.tsx';

type Client = inferRouterOutputs<AppRouter>['operator']['clients']['list']['data'][number];

/** A fall of the score, in points, that is worth a look. */
const FALL = -5;

/** Whether a scan, a connection or a file has ever brought something. */
const hasFigures = ({ lastScanDate, lastDataAt, visits }: Client) => Boolean(lastScanDate ?? lastDataAt ?? visits);

/** Why a client needs a look. */
function Attention({ client }: { client: Client }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { status, brokenConnections, overdueItems, change, steadyFall, members } = client;
  const why = [
    status !== 'active' && { at: '', color: 'orange', text: t(`operatorPage.states.${status}`) },
    brokenConnections.length > 0 && {
      at: 'connections',
      color: 'red',
      text: t('operatorPage.broken', { tools: brokenConnections.map(properName).join(', ') }),
    },
    // The longer fall contains that of the latest scan.
    steadyFall !== null && {
      at: '',
      color: 'red',
      text: t('operatorPage.fellSteadily', { points: number(steadyFall) }),
    },
    steadyFall === null &&
      change !== null &&
      change <= FALL && { at: '', color: 'red', text: t('operatorPage.fell', { points: number(-change) }) },
    members === 0 && { at: '', color: 'gray', text: t('operatorPage.empty') },
    overdueItems > 0 && { at: 'tasks', color: 'orange', text: t('operatorPage.late', { count: overdueItems }) },
    !hasFigures(client) && { at: '', color: 'gray', text: t('operatorPage.noFigures') },
  ].filter((one) => one !== false);
  if (why.length === 0) return t('operatorPage.nothingToLookAt');
  return (
    <Group gap={6}>
      {why.map(({ at, color, text }) => {
        const badge = (
          <Badge key={text} color={color} className="tag">
            {text}
          </Badge>
        );
        return at === '' ? (
          badge
        ) : (
          <PageLink key={text} to="/operator/clients/$id" params={{ id: client.id }} hash={at}>
            {badge}
          </PageLink>
        );
      })}
    </Group>
  );
}

/** The later of two times; those that are missing come first. */
const later = (one: string | null, other: string | null) => ((one ?? '') > (other ?? '') ? one : other);

/** Clients with what an operator looks at each morning. On the page whose list tags filter, they stand beside them. */
export function ClientRows({ rows, withTags = false }: { rows: Client[]; withTags?: boolean }) {
  const { t } = useTranslation();
  const { number, change, whole, money, date } = useFormat();
  const { data: profile } = useQuery(api.auth.account.profile.queryOptions());
  // The agency's own organization, whose members are the operators, is no client.
  const isClient = (client: Client) =>
    client.id !== profile?.data.orgId || client.openActionItems > 0 || hasFigures(client);
  return (
    <DataTable
      caption={t('pages.clients')}
      rows={rows.filter(isClient)}
      keyOf={({ id }) => id}
      columns={[
        {
          head: t('operatorPage.name'),
          cell: ({ id, name, tags }) => (
            <Group gap={6}>
              <PageLink to="/operator/clients/$id" params={{ id }}>
                {name}
              </PageLink>
              {withTags && <ClientTags tags={tags} />}
            </Group>
          ),
        },
        { head: t('operatorPage.look'), cell: (client) => <Attention client={client} /> },
        {
          head: t('operatorPage.score'),
          cell: (client) => (
            <span className="figure-row">
              {number(client.dynamicScore)}
              {client.change !== null && <Cue amount={client.change} shown={change(client.change)} />}
            </span>
          ),
          numeric: true,
        },
        {
          head: t('operatorPage.visits'),
          cell: ({ visits, visitsBefore }) => (
            <span className="figure-row">
              {whole(visits)}
              <ChangeCue now={visits} before={visitsBefore} />
            </span>
          ),
          numeric: true,
        },
        {
          head: t('operatorPage.lastData'),
          cell: ({ lastDataAt, lastScanDate }) => (
            <span className="whole">{date(later(lastDataAt, lastScanDate))}</span>
          ),
        },
        { head: t('operatorPage.tasks'), cell: ({ openActionItems }) => whole(openActionItems), numeric: true },
        { head: t('operatorPage.members'), cell: ({ members }) => whole(members), numeric: true },
        {
          head: t('operatorPage.monthly'),
          cell: ({ totalMRR, currency }) => money(totalMRR, currency),
          numeric: true,
        },
        {
          head: t('operatorPage.lastActive'),
          cell: ({ lastActiveAt }) => <span className="whole">{date(lastActiveAt)}</span>,
        },
      ]}
    />
  );
}
