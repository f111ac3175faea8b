import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { plans } from '../texts/en/plans.ts';
import { addTexts } from '../texts/texts.ts';
import { useFormat } from './format.ts';

addTexts(plans);

export type PlanGrants = inferRouterOutputs<AppRouter>['billing']['subscription']['subscription']['grants'];
export type PlanLimit = keyof PlanGrants;

// Typed by the portal’s names, so that none is missing.
const NAMES: Record<PlanLimit, true> = {
  prompts: true,
  monthlyAnswers: true,
  members: true,
  connections: true,
  reportsAMonth: true,
};

/** All that plans limit, in their order. */
export const PLAN_LIMITS = Object.keys(NAMES) as PlanLimit[];

/** How much of what the plan grants is used, beside the list of it; nothing where the plan does not limit it. */
export function PlanUse({ of }: { of: PlanLimit }) {
  const { t } = useTranslation();
  const { whole } = useFormat();
  const { data } = useQuery(api.billing.subscription.queryOptions());
  const { limit = null, used = 0 } = data?.subscription.grants[of] ?? {};
  if (limit === null) return null;
  return (
    <Text c="dimmed">
      {t(`plans.uses.${of}`, { used: whole(used), limit: whole(limit) })}
      {used >= limit && `. ${t('plans.full')}`}
    </Text>
  );
}
