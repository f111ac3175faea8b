import { Group, Paper, Text } from '@mantine/core';
import { ChangeCue, Cue, percentChange } from '../../parts/cue.tsx';
import { Explained, type Term } from '../../parts/explained.tsx';
import { PageLink } from '../../parts/link.tsx';

export interface TileOf {
  label: string;
  term: Term;
  /** Where it leads. */
  to: string;
  search?: Record<string, string>;
  value: string;
  /** What it is, such as its period. */
  note: string;
  /** What else it counts, and where that is. */
  also?: { to: string; search: Record<string, string>; text: string };
  /** Now and in the period before, of which the change in percent is shown. */
  compared?: { now: number | null | undefined; before: number | null | undefined; shown: string };
  /** A change that is known as such, in points or stars, and in words. */
  since?: { points: number; shown: string };
  /** How long ago the figure is from that this one is compared with; absent where that is no such period. */
  over?: 'month';
}

/** A figure of the overview, with its change, its period, and the page that tells more. */
export function Tile({ label, term, to, search = {}, value, note, also, compared, since }: TileOf) {
  const percent = compared && percentChange(compared.now, compared.before);
  return (
    <Paper component="li" p={{ base: 'md', xs: 'lg' }} className="tile">
      <div className="explained-label">
        <PageLink to={to} search={search} size="sm" underline="hover">
          {label}
        </PageLink>
        <Explained term={term} />
      </div>
      <Group gap="xs" align="center">
        <div className="figure">{value}</div>
        {compared && <ChangeCue {...compared} />}
        {since && <Cue amount={since.points} shown={since.shown} />}
      </Group>
      <Text size="sm" c="dimmed">
        {percent === undefined || !compared ? note : `${note} · ${compared.shown}`}
        {also && (
          <>
            {' · '}
            <PageLink to={also.to} search={also.search} size="sm">
              {also.text}
            </PageLink>
          </>
        )}
      </Text>
    </Paper>
  );
}
