import { Badge } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../parts/data-table.tsx';
import { Meanings } from '../../parts/explained.tsx';
import { useFormat } from '../../parts/format.ts';
import { Part } from '../../parts/part.tsx';

type Grade = NonNullable<inferRouterOutputs<AppRouter>['visibility']['aeo']['get']['data']['evidence_grade']>;

/** How far the answers carry a decision, and what the highest grade needs. */
export function EvidenceGrade({ grade: { grade, criteria } }: { grade: Grade }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const isUpperBound = (key: string) => key === 'half_width' || key === 'days_since';
  return (
    <Part
      title={t('aiSearch.grade.title', { grade: t(`aiSearch.grade.${grade}`) })}
      text={t(`aiSearch.gradeText.${grade}`)}
    >
      <DataTable
        caption={t('aiSearch.grade.criteria')}
        rows={criteria}
        keyOf={({ key }) => key}
        columns={[
          { head: t('aiSearch.grade.criterion'), cell: ({ key }) => t(`aiSearch.criteria.${key}`) },
          { head: t('aiSearch.grade.value'), cell: ({ value }) => number(value), numeric: true },
          {
            head: t('aiSearch.grade.needed'),
            cell: ({ key, needed }) => `${isUpperBound(key) ? '≤' : '≥'} ${number(needed)}`,
            numeric: true,
          },
          {
            head: t('aiSearch.grade.met'),
            cell: ({ met }) => (
              <Badge color={met ? 'teal' : 'gray'} className="tag">
                {t(met ? 'aiSearch.yes' : 'aiSearch.no')}
              </Badge>
            ),
          },
        ]}
      />
      <Meanings terms={['evidence', 'range']} />
    </Part>
  );
}
