import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from './data-table.tsx';
import { Meanings, type Term } from './explained.tsx';

interface Contents<Row> {
  title: string;
  text?: string | undefined;
  /** Words of the glossary that it shows. */
  terms?: Term[];
  /** Every figure of the chart, as a table. */
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string;
  /** Beside the title, such as the choice of a period. */
  aside?: ReactNode;
  /** Below the figure, such as what its marks stand for. */
  notes?: ReactNode;
  children: ReactNode;
}

/** A chart with its title, and the same figures as a table; nothing without figures. */
export function ChartFrame<Row>({ title, text, terms, columns, rows, keyOf, aside, notes, children }: Contents<Row>) {
  const { t } = useTranslation();
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  if (rows.length === 0) return null;
  return (
    <Paper component="section" aria-labelledby={id}>
      <div className="part-head">
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          {text && (
            <Text c="dimmed" size="sm">
              {text}
            </Text>
          )}
        </div>
        <Group gap="xs" className="no-print">
          {aside}
          <Button variant="default" size="xs" onClick={() => setAsTable(!asTable)}>
            {t(asTable ? 'chart.asChart' : 'chart.asTable')}
          </Button>
        </Group>
      </div>
      {asTable ? (
        <DataTable caption={title} columns={columns} rows={rows} keyOf={keyOf} />
      ) : (
        <div role="img" aria-label={`${title}. ${t('chart.alternative')}`}>
          {children}
        </div>
      )}
      {!asTable && notes}
      {terms && <Meanings terms={terms} />}
    </Paper>
  );
}
