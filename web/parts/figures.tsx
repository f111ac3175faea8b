import { Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ChangeCue, type Compared } from './cue.tsx';
import { Explained, type Term } from './explained.tsx';

interface Figure {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  /** Its word in the glossary. */
  term?: Term;
  compared?: Compared;
}

// Two side by side on a phone, where one a row would leave half of it empty.
const columns = (count: number) => ({ base: 2, md: Math.min(count, 4) });

/** A few figures side by side. */
export function Figures({ figures }: { figures: Figure[] }) {
  return (
    <SimpleGrid cols={columns(figures.length)} spacing={{ base: 'sm', xs: 'md' }}>
      {figures.map(({ label, value, note, term, compared }) => (
        <Paper key={label} p={{ base: 'md', xs: 'lg' }}>
          <div className="explained-label">
            <Text size="sm" c="dimmed">
              {label}
            </Text>
            {term && <Explained term={term} />}
          </div>
          <div className="figure-row">
            <div className="figure">{value}</div>
            {compared && <ChangeCue {...compared} />}
          </div>
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
