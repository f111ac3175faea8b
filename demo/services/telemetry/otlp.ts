import { z } from 'zod';

// What a collector accepts of OTLP as JSON (opentelemetry-proto, JSON encoding): ids in hexadecimal, enumerations as
// numbers, 64-bit numbers as numbers or decimal text. Fields that it does not know are ignored.

const whole = z.union([z.int(), z.string().regex(/^-?\d+$/)]);
const time = z.union([z.int().positive(), z.string().regex(/^\d+$/)]).refine((nanoseconds) => BigInt(nanoseconds) > 0n);
const double = z.union([z.number(), z.enum(['NaN', 'Infinity', '-Infinity'])]);

const KINDS_OF_VALUE = [
  'stringValue',
  'boolValue',
  'intValue',
  'doubleValue',
  'arrayValue',
  'kvlistValue',
  'bytesValue',
] as const;

const value = z
  .object({
    stringValue: z.string().optional(),
    boolValue: z.boolean().optional(),
    intValue: whole.optional(),
    doubleValue: double.optional(),
    arrayValue: z.object({ values: z.array(z.looseObject({})) }).optional(),
    kvlistValue: z.object({ values: z.array(z.looseObject({})) }).optional(),
    bytesValue: z.base64().optional(),
  })
  .refine((one) => KINDS_OF_VALUE.filter((kind) => one[kind] !== undefined).length <= 1, 'It has one value.');

const attributes = z
  .array(z.object({ key: z.string().min(1), value }))
  .default([])
  .refine((pairs) => new Set(pairs.map(({ key }) => key)).size === pairs.length, 'Each key once.');

const resource = z
  .object({ attributes })
  .refine(
    ({ attributes: pairs }) => pairs.some(({ key, value: { stringValue } }) => key === 'service.name' && stringValue),
    'A resource has a service.name.',
  );

const idOf = (bytes: number) =>
  z
    .string()
    .regex(new RegExp(`^[0-9a-fA-F]{${2 * bytes}}$`))
    .refine((id) => /[^0]/.test(id), 'Not only zeros.');

const span = z
  .object({
    traceId: idOf(16),
    spanId: idOf(8),
    parentSpanId: z.union([z.literal(''), idOf(8)]).optional(),
    name: z.string().min(1),
    kind: z.int().min(0).max(5),
    startTimeUnixNano: time,
    endTimeUnixNano: time,
    attributes,
    events: z.array(z.object({ name: z.string(), timeUnixNano: time, attributes })).default([]),
    links: z.array(z.object({ traceId: idOf(16), spanId: idOf(8) })).default([]),
    status: z.object({ code: z.int().min(0).max(2).optional(), message: z.string().optional() }).optional(),
  })
  .refine((one) => BigInt(one.endTimeUnixNano) >= BigInt(one.startTimeUnixNano), 'It ends before it starts.');

export const OtlpTraces = z.object({
  resourceSpans: z.array(z.object({ resource, scopeSpans: z.array(z.object({ spans: z.array(span) })) })),
});

export const NumberPoint = z
  .object({ attributes, timeUnixNano: time, asDouble: double.optional(), asInt: whole.optional() })
  .refine(({ asDouble, asInt }) => (asDouble === undefined) !== (asInt === undefined), 'One of asDouble and asInt.');

export const Distribution = z
  .object({
    attributes,
    timeUnixNano: time,
    count: whole,
    sum: double.optional(),
    bucketCounts: z.array(whole.transform(Number)).default([]),
    explicitBounds: z.array(z.number()).default([]),
  })
  .refine(({ bucketCounts, explicitBounds }) => {
    const buckets = bucketCounts.length;
    return buckets === 0 || buckets === explicitBounds.length + 1;
  }, 'One bucket more than bounds.')
  .refine(
    ({ count, bucketCounts }) =>
      bucketCounts.length === 0 || bucketCounts.reduce((sum, n) => sum + n, 0) === Number(count),
    'The buckets add up to the count.',
  )
  .refine(({ explicitBounds }) =>
    explicitBounds.every((bound, place) => bound > (explicitBounds[place - 1] ?? -Infinity)),
  );

const temporality = z.int().min(1).max(2);
const metric = z
  .object({
    name: z.string().min(1),
    unit: z.string().default(''),
    gauge: z.object({ dataPoints: z.array(NumberPoint) }).optional(),
    sum: z
      .object({ dataPoints: z.array(NumberPoint), aggregationTemporality: temporality, isMonotonic: z.boolean() })
      .optional(),
    histogram: z.object({ dataPoints: z.array(Distribution), aggregationTemporality: temporality }).optional(),
  })
  .refine(
    ({ gauge, sum, histogram }) => [gauge, sum, histogram].filter(Boolean).length === 1,
    'A metric has one kind.',
  );

export const OtlpMetrics = z.object({
  resourceMetrics: z.array(z.object({ resource, scopeMetrics: z.array(z.object({ metrics: z.array(metric) })) })),
});

export type Pair = z.infer<typeof attributes>[number];
