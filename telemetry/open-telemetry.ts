import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Span as Made, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { metricsOf } from './metrics.ts';
import type { Telemetry, TelemetrySettings } from './settings.ts';
import { type Span, type SpanStart, startSpansWith } from './span.ts';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };
/** Spans that wait for the collector; of more, the newest are dropped. A span has at most some 4 KiB. */
const QUEUED_SPANS = 2048;
const ATTRIBUTE_CHARACTERS = 128;
/** Of an export, and of the last one. In milliseconds. */
const EXPORT_TIMEOUT = 10_000;
const LAST_EXPORT = 2000;
/** While the collector is away, its absence is logged once in so many milliseconds. */
const WARN_EVERY = 600_000;

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: TelemetrySettings): Sampler {
  const root = name.endsWith('always_off')
    ? new AlwaysOffSampler()
    : name.endsWith('traceidratio')
      ? new TraceIdRatioBasedSampler(ratio)
      : new AlwaysOnSampler();
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

function spanFrom(made: Made): Span {
  const { traceId, spanId, traceFlags } = made.spanContext();
  const flags = (traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0');
  return {
    traceId,
    spanId,
    traceparent: `00-${traceId}-${spanId}-${flags}`,
    set: (attributes) => void made.setAttributes(attributes),
    fail: (kind) => void made.setAttribute('error.type', kind).setStatus({ code: SpanStatusCode.ERROR }),
    end: () => made.end(),
  };
}

/** Warns of the first failure, and seldom of those that follow. */
function warnSeldom(warn: Telemetry['warn']) {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return (error: unknown) => {
    if (performance.now() - warnedAt < WARN_EVERY) return;
    warnedAt = performance.now();
    warn('Traces or metrics could not be exported.', error);
  };
}

/** Opens OpenTelemetry. The headers of the exporters, which may be secret, are read by these alone. */
export function openTelemetry(settings: TelemetrySettings, { service, metrics, warn }: Telemetry) {
  const resource = defaultResource()
    .merge(detectResources({ detectors: [envDetector] }))
    .merge(
      resourceFromAttributes({
        'service.name': settings.OTEL_SERVICE_NAME ?? service,
        'service.version': version,
        'service.instance.id': randomUUID(),
        'process.pid': process.pid,
      }),
    );
  setGlobalErrorHandler(warnSeldom(warn));

  const traces = new TracerProvider({
    resource,
    sampler: samplerOf(settings),
    spanLimits: { attributeValueLengthLimit: ATTRIBUTE_CHARACTERS },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ timeoutMillis: EXPORT_TIMEOUT }),
        maxQueueSize: QUEUED_SPANS,
        scheduledDelayMillis: 1000,
        exportTimeoutMillis: EXPORT_TIMEOUT,
      }),
    ],
  });
  const interval = settings.OTEL_METRIC_EXPORT_INTERVAL;
  const meters = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter({ timeoutMillis: EXPORT_TIMEOUT }),
        exportIntervalMillis: interval,
        exportTimeoutMillis: Math.min(interval, EXPORT_TIMEOUT),
        metricProducers: [metricsOf(metrics, resource)],
      }),
    ],
  });

  const tracer = traces.getTracer('portal', version);
  const parentOf = (traceparent: string | undefined, parent: Span | undefined) => {
    const remote = parseTraceParent(traceparent ?? parent?.traceparent ?? '');
    return remote
      ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: traceparent !== undefined })
      : ROOT_CONTEXT;
  };
  startSpansWith((name: string, { kind, attributes = {}, traceparent }: SpanStart, parent) =>
    spanFrom(
      tracer.startSpan(
        name,
        { kind: kind ? KINDS[kind] : SpanKind.INTERNAL, attributes },
        parentOf(traceparent, parent),
      ),
    ),
  );

  return async () => {
    startSpansWith(undefined);
    const ended = Promise.allSettled([traces.shutdown(), meters.shutdown()]);
    await Promise.race([ended, pause(LAST_EXPORT, undefined, { ref: false })]);
  };
}
