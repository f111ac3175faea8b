import '@mantine/charts/styles.css';
import { LineChart } from '@mantine/charts';
import { ReferenceLine, useXAxisScale } from 'recharts';
import { mergeMarks } from './marks.ts';

export interface Lines {
  /** With the time of each, in milliseconds. */
  rows: ({ at: number } & Record<string, number | null>)[];
  /** A time as it is written below the axis. */
  timeOf: (at: number) => string;
  /** The same without the year, which stands once below an axis of one year. */
  shortOf?: (at: number) => string;
  lines: { name: string; label: string; color: string; dashed?: boolean }[];
  height?: number;
  /** Something that happened, with its time. */
  marks?: { at: number; label: string }[];
  /** Times of rows that cannot be compared with the row before: no line joins them. */
  apart?: number[];
  from?: number;
  to?: number;
}

/** The marks, of which those over each other are one. */
function Marks({ marks }: Required<Pick<Lines, 'marks'>>) {
  const placeOf = useXAxisScale();
  return mergeMarks(marks, (at) => placeOf?.(at) ?? 0).map(({ at, label }) => (
    <ReferenceLine
      key={at}
      x={at}
      stroke="var(--mark)"
      strokeDasharray="2 3"
      label={{ value: label, fill: 'var(--mantine-color-text)', fontSize: 12, position: 'top' }}
    />
  ));
}

/** The rows with an empty one before each that stands apart, half way in time, where the lines end. */
const withGaps = (rows: Lines['rows'], apart: number[]): Lines['rows'] =>
  rows.flatMap((row, place) => {
    const before = rows[place - 1];
    return before && apart.includes(row.at) ? [{ at: (before.at + row.at) / 2 }, row] : [row];
  });

/** Lines by time, as in the report: a month between two scans is as wide as thirty days between them. */
export function TrendChart(shown: Lines) {
  const { rows, timeOf, shortOf = timeOf, lines, height = 280, marks = [], apart = [], from, to } = shown;
  const isOneYear = new Set(rows.map(({ at }) => new Date(at).getUTCFullYear())).size === 1;
  return (
    <LineChart
      className="trend"
      h={height}
      data={withGaps(rows, apart)}
      dataKey="at"
      series={lines.map(({ name, label, color, dashed }) => ({
        name,
        label,
        color,
        ...(dashed && { strokeDasharray: '5 4' }),
      }))}
      curveType="linear"
      withLegend={lines.length > 1}
      connectNulls={apart.length === 0}
      // A row between two gaps has no line and would not be seen without its dot.
      withDots={rows.length < 40 || apart.length > 0}
      strokeWidth={2}
      yAxisProps={{ domain: [from ?? 'auto', to ?? 'auto'], width: 44 }}
      xAxisProps={{
        type: 'number',
        scale: 'time',
        domain: ['dataMin', 'dataMax'],
        tickFormatter: (at: number, place: number) => (place > 0 && isOneYear ? shortOf(at) : timeOf(at)),
        minTickGap: 40,
      }}
      tooltipProps={{ labelFormatter: (at) => (Number.isFinite(Number(at)) ? timeOf(Number(at)) : '') }}
      lineChartProps={{ accessibilityLayer: false, ...(marks.length > 0 && { margin: { top: 20 } }) }}
      lineProps={{ isAnimationActive: false }}
    >
      <Marks marks={marks} />
    </LineChart>
  );
}
