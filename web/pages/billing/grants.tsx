import { useTranslation } from 'react-i18next';
import { DataTable } from '../../parts/data-table.tsx';
import { useFormat } from '../../parts/format.ts';
import { Part } from '../../parts/part.tsx';
import { PLAN_LIMITS, type PlanGrants } from '../../parts/plan-use.tsx';

/** What the plan grants and how much of it is used; nothing where it limits nothing. */
export function Grants({ grants }: { grants: PlanGrants }) {
  const { t } = useTranslation();
  const { whole } = useFormat();
  const limited = PLAN_LIMITS.map((name) => ({ name, ...grants[name] })).filter(({ limit }) => limit !== null);
  if (limited.length === 0) return null;
  return (
    <Part title={t('plans.granted')}>
      <DataTable
        caption={t('plans.granted')}
        rows={limited}
        keyOf={({ name }) => name}
        columns={[
          { head: t('plans.thing'), cell: ({ name }) => t(`plans.names.${name}`) },
          {
            head: t('plans.used'),
            cell: ({ limit, used }) => t('plans.use', { used: whole(used), limit: whole(limit ?? 0) }),
            numeric: true,
          },
        ]}
      />
    </Part>
  );
}
