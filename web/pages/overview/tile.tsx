import { Badge, Group, Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format.ts';
import { PageLink } from '../../parts/link.tsx';

export interface TileOf {
  label: string;
  /** Where it leads. */
  to: string;
  search?: Record<string, string>;
  value: string;
  /** What it is, such as its period. */
  note: string;
  /** Now and in the period before, of which the change in percent is shown. */
  compared?: { now: number | null | undefined; before: number | null | undefined; shown: string };
  /** A change that is known as such, in points. */
  points?: number | null;
}

/** The change in percent, to one decimal; undefined where there is nothing to compare with. */
export function percentChange(now: number | null | undefined, before: number | null | undefined) {
  if (typeof now !== 'number' || typeof before !== 'number' || before === 0) return undefined;
  return Math.round(((now - before) / Math.abs(before)) * 1000) / 10;
}

/** A change, and whether it is good: more is better for all figures of the overview. */
function Cue({ amount, shown }: { amount: number; shown: string }) {
  const { t } = useTranslation();
  const kind = amount === 0 ? 'same' : amount > 0 ? 'better' : 'worse';
  return (
    <Badge className="tag" color={{ same: 'gray', better: 'teal', worse: 'red' }[kind]}>
      <span aria-hidden>{{ same: '', better: '▲ ', worse: '▼ ' }[kind]}</span>
      {shown}
      <span className="visually-hidden"> {t(`overview.cue.${kind}`)}</span>
    </Badge>
  );
}

/** A figure of the overview, with its change, its period, and the page that tells more. */
export function Tile({ label, to, search = {}, value, note, compared, points }: TileOf) {
  const { t } = useTranslation();
  const { change, changePercent } = useFormat();
  const percent = compared && percentChange(compared.now, compared.before);
  return (
    <Paper component="li" p={{ base: 'md', xs: 'lg' }} className="tile">
      <PageLink to={to} search={search} size="sm" underline="hover">
        {label}
      </PageLink>
      <Group gap="xs" align="center">
        <div className="figure">{value}</div>
        {percent !== undefined && <Cue amount={percent} shown={changePercent(percent)} />}
        {typeof points === 'number' && <Cue amount={points} shown={t('overview.points', { change: change(points) })} />}
      </Group>
      <Text size="sm" c="dimmed">
        {percent === undefined || !compared ? note : `${note} · ${t('overview.before', { value: compared.shown })}`}
      </Text>
    </Paper>
  );
}
