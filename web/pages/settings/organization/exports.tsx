import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../../api/client.ts';
import { ExportsPart, whileUnderWay } from '../../../parts/exports.tsx';

/** Archives of all that the organization has. */
export function OrganizationExports() {
  const { t } = useTranslation();
  const exports = useQuery({ ...api.auth.org.exports.queryOptions({ limit: 50 }), ...whileUnderWay });
  const start = useMutation({ mutationFn: () => portal.auth.org.export.mutate({}), meta: { shown: true } });
  return (
    <ExportsPart
      text={t('organizationPage.exportsText')}
      of={exports}
      start={{ ...start, mutate: () => start.mutate() }}
    />
  );
}
