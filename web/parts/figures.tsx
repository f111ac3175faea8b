import { Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface Figure {
  label: string;
  value: ReactNode;
  note?: ReactNode;
}

// Two side by side on a phone, where one a row would leave half of it empty.
const columns = (count: number) => ({ base: 2, md: Math.min(count, 4) });

/** A few figures side by side. */
export function Figures({ figures }: { figures: Figure[] }) {
  return (
    <SimpleGrid cols={columns(figures.length)} spacing={{ base: 'sm', xs: 'md' }}>
      {figures.map(({ label, value, note }) => (
        <Paper key={label} p={{ base: 'md', xs: 'lg' }}>
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          <div className="figure">{value}</div>
          {note && (
            <Text size="sm" c="dimmed" component="div">
              {note}
            </Text>
          )}
        </Paper>
      ))}
    </SimpleGrid>
  );
}
