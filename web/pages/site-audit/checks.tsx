import { Text } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../parts/data-table.tsx';
import { useFormat } from '../../parts/format.ts';
import { Part } from '../../parts/part.tsx';

type Check = inferRouterOutputs<AppRouter>['visibility']['siteAudit']['data']['checks'][number];

const FACTS = ['name', 'phone', 'address', 'website'] as const;

function CheckText({ check: { key, failing, weight } }: { check: Check }) {
  const { t } = useTranslation();
  const { whole } = useFormat();
  const named = failing.map((name) => {
    const fact = FACTS.find((one) => one === name);
    return fact ? t(`siteAudit.facts.${fact}`) : name;
  });
  return (
    <>
      <Text size="sm" fw={600}>
        {t(`siteAudit.names.${key}`)}{' '}
        <Text span inherit fw={400} c="dimmed">
          {t('siteAudit.weight', { weight: whole(weight) })}
        </Text>
      </Text>
      <Text size="sm" c="dimmed">
        {t(`siteAudit.why.${key}`)}
        {named.length > 0 && ` ${t('siteAudit.failing', { names: named.join(', ') })}`}
      </Text>
    </>
  );
}

/** The checks with what passes them: two columns, which a phone shows whole. */
export function AuditChecks({ checks }: { checks: Check[] }) {
  const { t } = useTranslation();
  const { whole } = useFormat();
  return (
    <Part title={t('siteAudit.checks')} text={t('siteAudit.checksText')}>
      <DataTable
        caption={t('siteAudit.checks')}
        rows={checks}
        keyOf={({ key }) => key}
        columns={[
          { head: t('siteAudit.check'), cell: (check) => <CheckText check={check} /> },
          {
            head: t('siteAudit.passed'),
            cell: ({ passed, total }) =>
              total > 0 ? (
                <span className="whole">{t('siteAudit.of', { part: whole(passed), whole: whole(total) })}</span>
              ) : (
                t('siteAudit.nothing')
              ),
            numeric: true,
          },
        ]}
      />
    </Part>
  );
}
