import type { Registry } from 'prom-client';
import { z } from 'zod';

const SAMPLERS = ['always_on', 'always_off', 'traceidratio'] as const;
const ofParent = SAMPLERS.map((name) => `parentbased_${name}` as const);

/**
 * The variables of OpenTelemetry that the documentation names. The exporters read more of the standard ones themselves.
 */
export const TELEMETRY_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^\s=,]+=[^\s,]*(,[^\s=,]+=[^\s,]*)*$/, 'must be name=value pairs, comma-separated')
    .optional(),
  OTEL_SERVICE_NAME: z
    .string()
    .regex(/^[\w.-]{1,100}$/, 'must be 1 to 100 letters, digits, dots, hyphens or underscores')
    .optional(),
  OTEL_TRACES_SAMPLER: z
    .enum([...SAMPLERS, ...ofParent], 'must be a sampler of OpenTelemetry, such as parentbased_traceidratio')
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d{1,9})?|1(\.0{1,9})?)$/, 'must be a number from 0 to 1')
    .transform(Number)
    .default(1),
  OTEL_METRIC_EXPORT_INTERVAL: z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(100).max(3_600_000))
    .default(60_000),
};

export interface Telemetry {
  /** The name of the service, unless `OTEL_SERVICE_NAME` gives another. */
  service: string;
  /** The metrics to export. */
  metrics: Registry;
  warn: (sentence: string, error: unknown) => void;
}

const Settings = z.object(TELEMETRY_VARIABLES);

export type TelemetrySettings = z.infer<typeof Settings>;

/** Reads the settings of this process, if they say where to export to. */
export function readTelemetrySettings(source: Record<string, string | undefined>): TelemetrySettings | undefined {
  if (!source.OTEL_EXPORTER_OTLP_ENDPOINT?.trim()) return undefined;
  return Settings.parse(Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim())));
}
