import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from './format.ts';

/** The change in percent, to one decimal; undefined where there is nothing to compare with. */
export function percentChange(now: number | null | undefined, before: number | null | undefined) {
  if (typeof now !== 'number' || typeof before !== 'number' || before === 0) return undefined;
  return Math.round(((now - before) / Math.abs(before)) * 1000) / 10;
}

/** A change, and whether it is good: more is better, unless `lessIsBetter`. */
export function Cue({ amount, shown, lessIsBetter }: { amount: number; shown: string; lessIsBetter?: boolean }) {
  const { t } = useTranslation();
  const kind = amount === 0 ? 'same' : amount > 0 === !lessIsBetter ? 'better' : 'worse';
  const arrow = amount === 0 ? '' : amount > 0 ? '▲ ' : '▼ ';
  return (
    <Badge className="tag" color={{ same: 'gray', better: 'teal', worse: 'red' }[kind]}>
      <span aria-hidden>{arrow}</span>
      {shown}
      <span className="visually-hidden"> {t(`overview.cue.${kind}`)}</span>
    </Badge>
  );
}

/** Two values of one figure, now and in the period before. */
export interface Compared {
  now: number | null | undefined;
  before: number | null | undefined;
  lessIsBetter?: boolean;
}

/** The change between two values in percent; nothing where there is none to compare with. */
export function ChangeCue({ now, before, lessIsBetter = false }: Compared) {
  const { changePercent } = useFormat();
  const percent = percentChange(now, before);
  return percent === undefined ? null : (
    <Cue amount={percent} shown={changePercent(percent)} lessIsBetter={lessIsBetter} />
  );
}
