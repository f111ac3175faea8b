import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../parts/data-table.tsx';
import { Part } from '../../../parts/part.tsx';
import type { Receipt } from './use-import.ts';

interface Choice {
  columns: Receipt['columns'];
  fields: string[];
  busy: boolean;
  onChange: (map: Record<string, string | null>) => void;
}

/** The columns of the file, each with the field that it holds, which can be changed. */
export function Columns({ columns, fields, busy, onChange }: Choice) {
  const { t } = useTranslation();
  const choose = (column: string, field: string) => {
    const before = columns.flatMap((one) =>
      one.column === '' || one.field === field ? [] : [[one.column, one.field]],
    );
    const freed = columns.flatMap((one) => (one.field === field && field !== '' ? [[one.column, null]] : []));
    onChange(Object.fromEntries([...before, ...freed, [column, field === '' ? null : field]]));
  };
  return (
    <Part title={t('import.columns')}>
      <DataTable
        caption={t('import.columns')}
        rows={columns.filter(({ column }) => column !== '')}
        keyOf={({ column }) => column}
        columns={[
          { head: t('import.column'), cell: ({ column }) => column },
          {
            head: t('import.field'),
            cell: ({ column, field }) => (
              <NativeSelect
                aria-label={t('import.fieldOf', { column })}
                value={field ?? ''}
                disabled={busy}
                onChange={({ currentTarget }) => choose(column, currentTarget.value)}
                data={[
                  { value: '', label: t('import.left') },
                  ...['externalId', ...fields].map((value) => ({ value, label: value })),
                ]}
              />
            ),
          },
        ]}
      />
    </Part>
  );
}
