import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../api/client.ts';
import { ExportsPart, whileUnderWay } from '../../parts/exports.tsx';

/** Archives of all that a client has. */
export function ClientExports({ id, mayChange }: { id: string; mayChange: boolean }) {
  const { t } = useTranslation();
  const exports = useQuery({ ...api.operator.clients.exports.queryOptions({ id, limit: 50 }), ...whileUnderWay });
  const start = useMutation({ mutationFn: () => portal.operator.clients.export.mutate({ id }), meta: { shown: true } });
  return (
    <ExportsPart
      text={t('operatorPage.exportsText')}
      of={exports}
      start={mayChange ? { ...start, mutate: () => start.mutate() } : undefined}
    />
  );
}
