import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { loadWhenReachable } from '../api/code.ts';
import type { Lines } from './trend-chart.tsx';

const TrendChart = lazy(
  loadWhenReachable(() => import('./trend-chart.tsx').then((module) => ({ default: module.TrendChart }))),
);

/** Lines over time. The library that draws them is loaded when it is needed. */
export function Trend(lines: Lines) {
  return (
    <Suspense fallback={<Skeleton height={lines.height ?? 280} />}>
      <TrendChart {...lines} />
    </Suspense>
  );
}
