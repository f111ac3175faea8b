// The part of the Compose specification that compose.yaml uses: a misspelt key is an error.

const text = { type: 'string' };
const texts = { type: 'array', items: text, minItems: 1 };
const only = (properties: object, ...required: string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const named = (schema: object) => ({ type: 'object', additionalProperties: schema });
const duration = { type: 'string', pattern: String.raw`^(\d+(h|m|s|ms))+$` };

const healthcheck = only(
  {
    test: { ...texts, items: [{ enum: ['CMD', 'CMD-SHELL'] }], additionalItems: text },
    interval: duration,
    timeout: duration,
    start_period: duration,
    retries: { type: 'integer', minimum: 1 },
  },
  'test',
);

const service = {
  ...only({
    build: text,
    image: text,
    command: { type: 'array', items: text },
    environment: named(text),
    restart: { enum: ['no', 'always', 'on-failure', 'unless-stopped'] },
    read_only: { type: 'boolean' },
    tmpfs: texts,
    cap_drop: texts,
    security_opt: texts,
    stop_grace_period: duration,
    volumes: { ...texts, items: { type: 'string', pattern: '^[^:]+:/[^:]+(:ro)?$' } },
    ports: {
      ...texts,
      items: { type: 'string', pattern: String.raw`^(127\.0\.0\.1:\d+|\$\{\w+:-127\.0\.0\.1:\d+\}):\d+$` },
    },
    network_mode: { type: 'string', pattern: '^(none|host|service:.+)$' },
    depends_on: named(
      only(
        { condition: { enum: ['service_started', 'service_healthy', 'service_completed_successfully'] } },
        'condition',
      ),
    ),
    healthcheck,
  }),
  anyOf: [{ required: ['image'] }, { required: ['build'] }],
};

const subnets = { type: 'array', items: only({ subnet: text }, 'subnet') };
const network = only({ ipam: only({ config: subnets }, 'config') });

/** A JSON schema; fragments that begin with `x-` are for anchors. */
export const COMPOSE = {
  ...only(
    { name: text, services: named(service), networks: named(network), volumes: named({ type: 'null' }) },
    'services',
  ),
  patternProperties: { '^x-': {} },
};
