import { Anchor, Badge, Group } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../parts/data-table.tsx';
import { useFormat } from '../../parts/format.ts';
import { Part } from '../../parts/part.tsx';

type AuditPage = inferRouterOutputs<AppRouter>['visibility']['siteAudit']['data']['pages'][number];

const pathOf = (url: string) => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

function Issues({ issues }: Pick<AuditPage, 'issues'>) {
  const { t } = useTranslation();
  if (issues.length === 0) return t('siteAudit.noIssues');
  return (
    <Group gap={6}>
      {issues.map((key) => (
        <Badge key={key} color="red" className="tag">
          {t(`siteAudit.names.${key}`)}
        </Badge>
      ))}
    </Group>
  );
}

/** The pages of the website with what is to be mended on each. */
export function AuditPages({ pages }: { pages: AuditPage[] }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const answerTo = (status: number | null) => {
    if (status === null) return t('siteAudit.noAnswer');
    return status >= 200 && status < 300 ? t('siteAudit.answered') : t('siteAudit.refused', { status });
  };
  return (
    <Part title={t('siteAudit.pages')} text={t('siteAudit.pagesText')}>
      <DataTable
        caption={t('siteAudit.pages')}
        rows={pages}
        keyOf={({ url }) => url}
        columns={[
          {
            head: t('siteAudit.page'),
            cell: ({ url }) => (
              <Anchor href={url} target="_blank" rel="noreferrer" underline="always" size="sm">
                <bdi>{pathOf(url)}</bdi>
              </Anchor>
            ),
          },
          { head: t('siteAudit.status'), cell: ({ status }) => answerTo(status) },
          { head: t('siteAudit.score'), cell: ({ score }) => number(score), numeric: true },
          { head: t('siteAudit.issues'), cell: ({ issues }) => <Issues issues={issues} /> },
        ]}
      />
    </Part>
  );
}
