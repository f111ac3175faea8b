import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api';
import { hrTime, millisToHrTime } from '@opentelemetry/core';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { Registry } from 'prom-client';

/** Series of a metric that are exported: labels have few values, and this holds should one have many. */
const MAX_SERIES = 2000;

/**
 * Metrics of the semantic conventions have here the names that Prometheus gives them, so that dashboards and rules are
 * the same for both ways out. Over OTLP they have their own.
 */
const CONVENTIONS: Record<string, { name: string; unit: string }> = {
  http_server_request_duration_seconds: { name: 'http.server.request.duration', unit: 's' },
};
const ATTRIBUTES: Record<string, string> = {
  http_request_method: 'http.request.method',
  http_route: 'http.route',
  http_response_status_code: 'http.response.status_code',
};

type Labels = Record<string, string | number>;

interface Sample {
  value: number;
  labels: Labels;
  metricName?: string;
}

interface Metric {
  name: string;
  help: string;
  type: unknown;
  values: Sample[];
}

const attributesOf = ({ le: _le, ...labels }: Labels): Attributes =>
  Object.fromEntries(Object.entries(labels).map(([name, value]) => [ATTRIBUTES[name] ?? name, value]));

/** The series of a histogram: the samples of one set of labels. */
function histogramsOf({ name, values }: Metric) {
  const series = Map.groupBy(values, ({ labels }) => JSON.stringify(attributesOf(labels)));
  return [...series.values()].map((samples) => {
    const total = (part: string) => samples.find(({ metricName }) => metricName === `${name}_${part}`)?.value ?? 0;
    const buckets = samples.filter(({ metricName }) => metricName === `${name}_bucket`);
    const count = total('count');
    return {
      attributes: attributesOf(samples[0]?.labels ?? {}),
      value: {
        buckets: {
          boundaries: buckets.map(({ labels }) => Number(labels.le)).filter(Number.isFinite),
          // Prometheus counts values below each boundary, OpenTelemetry values between two.
          counts: buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0)),
        },
        sum: total('sum'),
        count,
        hasMinMax: false,
      },
    };
  });
}

function dataOf(metric: Metric, startTime: HrTime, endTime: HrTime): MetricData[] {
  const { name, help, type } = metric;
  // JSON writes a gauge that has no value yet as null, for which a collector refuses the whole export.
  const values = metric.values.filter(({ value }) => Number.isFinite(value));
  if (values.length === 0) return [];
  const common = {
    descriptor: { unit: '', name, ...CONVENTIONS[name], description: help, valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const timed = <T>(points: T[]) => points.slice(0, MAX_SERIES).map((point) => ({ startTime, endTime, ...point }));
  const numbers = () => timed(values.map(({ value, labels }) => ({ value, attributes: attributesOf(labels) })));
  if (type === 'histogram')
    return [{ ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: timed(histogramsOf(metric)) }];
  if (type === 'counter')
    return [{ ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: numbers() }];
  return [{ ...common, dataPointType: DataPointType.GAUGE, dataPoints: numbers() }];
}

/** Gives OpenTelemetry the metrics of a registry: there is one set of metrics, whichever way they leave the process. */
export function metricsOf(registry: Registry, resource: Resource): MetricProducer {
  const startTime = millisToHrTime(Date.now() - Math.round(process.uptime() * 1000));
  return {
    async collect() {
      const endTime = hrTime();
      const metrics = ((await registry.getMetricsAsJSON()) as unknown as Metric[]).flatMap((metric) =>
        dataOf(metric, startTime, endTime),
      );
      return { resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'portal' }, metrics }] }, errors: [] };
    },
  };
}
