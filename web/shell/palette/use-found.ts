import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useModules } from '../../parts/modules.ts';
import type { ChoiceGroup } from './choice.ts';

/** Shown of each kind. */
const MOST = 5;
/** Goals and tasks that are looked through: the first ones of their lists. */
const LOOKED_THROUGH = 200;
const SHORTEST = 2;

/** Objects of the organization whose title matches; for operators also clients. */
export function useFound(typed: string): { groups: ChoiceGroup[]; isFetching: boolean } {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const enabled = typed.length >= SHORTEST;
  const has = useModules();
  const { data: profile } = useQuery(api.auth.account.profile.queryOptions());
  const { operatorRole, support, twoFactorEnabled } = profile?.data ?? {};
  const searchesClients = enabled && Boolean(operatorRole && twoFactorEnabled && !support);

  const search = { search: typed, limit: MOST };
  const some = { limit: LOOKED_THROUGH };
  const asked = { enabled, placeholderData: keepPreviousData };
  const pages = useQuery({ ...api.cms.pages.list.queryOptions(search), ...asked, enabled: enabled && has('content') });
  const goals = useQuery({ ...api.dashboard.goals.list.queryOptions(some), enabled: enabled && has('goals') });
  const tasks = useQuery({ ...api.dashboard.actionItems.list.queryOptions(some), enabled: enabled && has('tasks') });
  const clients = useQuery({
    ...api.operator.clients.list.queryOptions(search),
    ...asked,
    enabled: searchesClients,
  });
  if (!enabled) return { groups: [], isFetching: false };

  const isTitled = ({ title }: { title: string }) => title.toLowerCase().includes(typed.toLowerCase());
  const goalsFound = goals.data?.data.filter(isTitled).slice(0, MOST) ?? [];
  const tasksFound = tasks.data?.filter(isTitled).slice(0, MOST) ?? [];
  return {
    isFetching: [pages, goals, tasks, clients].some(({ isFetching }) => isFetching),
    groups: [
      {
        title: t('pages.content'),
        choices: (pages.data ?? []).map(({ id, title }) => ({
          key: id,
          label: title,
          run: () => navigate({ to: '/content/$id', params: { id } }),
        })),
      },
      {
        title: t('pages.goals'),
        choices: goalsFound.map(({ goal_id, title }) => ({
          key: goal_id,
          label: title,
          run: () => navigate({ to: '/goals' }),
        })),
      },
      {
        title: t('pages.tasks'),
        choices: tasksFound.map(({ id, title }) => ({
          key: id,
          label: title,
          run: () => navigate({ to: '/tasks' }),
        })),
      },
      {
        title: t('pages.clients'),
        choices: (searchesClients ? (clients.data?.data ?? []) : []).map(({ id, name }) => ({
          key: id,
          label: name,
          run: () => navigate({ to: '/operator/clients/$id', params: { id } }),
        })),
      },
    ],
  };
}
