import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import type { useNumbers } from '../../../parts/number-field.tsx';
import { PLAN_LIMITS, type PlanLimit } from '../../../parts/plan-use.tsx';

export type Plan = inferRouterOutputs<AppRouter>['operator']['plans']['data'][number];

type Typed = Record<PlanLimit, string>;

const ofEach = <T>(of: (limit: PlanLimit) => T) =>
  Object.fromEntries(PLAN_LIMITS.map((limit) => [limit, of(limit)])) as Record<PlanLimit, T>;

/** Numbers of a plan as they are typed and read; an empty field is none. */
export const planNumbers = (numbers: ReturnType<typeof useNumbers>) => ({
  typed: (stored: Partial<Record<PlanLimit, number | null>> | undefined): Typed =>
    ofEach((limit) => numbers.shown(stored?.[limit])),
  read: (fields: Typed) => ofEach((limit) => (fields[limit].trim() === '' ? null : numbers.valueOf(fields[limit]))),
  complaints: (fields: Typed) =>
    ofEach((limit) => numbers.complaintOf(fields[limit], { whole: true, optional: true, least: 0 })),
});
