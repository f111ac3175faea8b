import '@mantine/charts/styles.css';
import { LineChart } from '@mantine/charts';

export interface Lines {
  rows: Record<string, string | number | null>[];
  /** The name of the value along the axis. */
  along: string;
  lines: { name: string; label: string; color: string; dashed?: boolean }[];
  height?: number;
  /** Something that happened, at a value along the axis. */
  marks?: { at: string; label: string }[];
  from?: number;
  to?: number;
}

export function TrendChart({ rows, along, lines, height = 280, marks = [], from, to }: Lines) {
  return (
    <LineChart
      h={height}
      data={rows}
      dataKey={along}
      series={lines.map(({ name, label, color, dashed }) => ({
        name,
        label,
        color,
        ...(dashed && { strokeDasharray: '5 4' }),
      }))}
      curveType="monotone"
      withLegend={lines.length > 1}
      withDots={rows.length < 40}
      strokeWidth={2}
      yAxisProps={{ domain: [from ?? 'auto', to ?? 'auto'], width: 44 }}
      xAxisProps={{ minTickGap: 40 }}
      referenceLines={marks.map(({ at, label }) => ({
        x: at,
        label: { value: label, fill: 'var(--mantine-color-text)', position: 'top' as const },
        color: 'var(--mark)',
        strokeDasharray: '2 3',
      }))}
      lineChartProps={{ accessibilityLayer: false, ...(marks.length > 0 && { margin: { top: 20 } }) }}
      lineProps={{ isAnimationActive: false }}
    />
  );
}
