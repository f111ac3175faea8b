import { ScrollArea, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface Column<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Aligned right, with figures of one width. */
  numeric?: boolean;
}

interface Contents<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string;
}

const widthOf = (columns: number) => (columns > 5 ? 'data-table wide' : columns > 2 ? 'data-table' : '');

/**
 * Rows of figures or texts. On a telephone, rows of several columns are cards, so that no figure is out of sight; their
 * roles are named, which other displays than those of tables would take from them.
 */
export function DataTable<Row>({ caption, columns, rows, keyOf }: Contents<Row>) {
  const { t } = useTranslation();
  return (
    <ScrollArea
      type="auto"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('chart.tableOf', { name: caption }) }}
    >
      <Table role="table" className={widthOf(columns.length)}>
        <Table.Caption className="visually-hidden">{caption}</Table.Caption>
        <Table.Thead>
          <Table.Tr role="row">
            {columns.map(({ head, numeric }) => (
              <Table.Th key={head} role="columnheader" className={numeric ? 'numbers' : ''} scope="col">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)} role="row">
              {columns.map(({ head, cell, numeric }) => (
                <Table.Td key={head} role="cell" data-head={head} className={numeric ? 'numbers' : ''}>
                  <div>{cell(row)}</div>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}
