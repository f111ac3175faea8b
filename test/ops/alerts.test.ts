import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { folderForThisTest } from '../helpers/folder.ts';

interface Alert {
  alert?: string;
  expr: string;
  annotations?: { runbook_url: string };
}

const alerts = parse(readFileSync('ops/alerts.yaml', 'utf8')) as { groups: { rules: Alert[] }[] };
const dashboard = JSON.parse(readFileSync('ops/grafana/portal.json', 'utf8')) as {
  panels: { id: number; title: string; gridPos: Record<'x' | 'y' | 'w' | 'h', number>; targets: { expr: string }[] }[];
};
const alerting = alerts.groups.flatMap(({ rules }) => rules).filter(({ alert }) => alert);
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

const text = { type: 'string', minLength: 1 };
const duration = { type: 'string', pattern: '^\\d+[smhd]$' };
const object = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const list = (items: object) => ({ type: 'array', minItems: 1, items });

const RULE = {
  oneOf: [
    object({ record: { type: 'string', pattern: '^[a-z_]+(:\\w+)+$' }, expr: text }),
    object({
      alert: { type: 'string', pattern: '^Portal[A-Za-z]+$' },
      expr: text,
      for: duration,
      labels: object({ severity: { enum: ['page', 'ticket'] } }),
      annotations: object({ summary: text, runbook_url: { type: 'string', pattern: '^docs/runbooks/[a-z-]+\\.md$' } }),
    }),
  ],
};
const RULES = object({
  groups: list(object({ name: text, interval: duration, rules: list(RULE) }, ['name', 'rules'])),
});

const PANEL = {
  type: 'object',
  required: ['id', 'title', 'type', 'datasource', 'gridPos', 'fieldConfig', 'targets'],
  properties: {
    type: { enum: ['timeseries', 'stat'] },
    title: text,
    datasource: object({ type: { const: 'prometheus' }, uid: { const: '${'.concat('datasource}') } }),
    targets: list(object({ refId: { type: 'string', pattern: '^[A-F]$' }, expr: text, legendFormat: text })),
  },
};
const DASHBOARD = {
  type: 'object',
  required: ['uid', 'title', 'schemaVersion', 'templating', 'time', 'panels'],
  properties: { panels: list(PANEL) },
};

const validate = (schema: object, value: unknown) => {
  const check = new Ajv({ allErrors: true }).compile(schema);
  check(value);
  return check.errors ?? [];
};

describe('ops/alerts.yaml', () => {
  it('has the form of Prometheus rules, with a severity and a page for each alert', () => {
    expect(validate(RULES, alerts)).toEqual([]);
    expect(new Set(alerting.map(({ alert }) => alert)).size).toBe(alerting.length);
  });

  it.each(alerting.map(({ alert, annotations }) => [alert, annotations?.runbook_url ?? '']))(
    '%s has a runbook: %s',
    (alert, page) => {
      expect(existsSync(page)).toBe(true);
      const runbook = readFileSync(page, 'utf8');
      expect(runbook).toMatch(new RegExp(`^# ${alert}\n`));
      for (const part of ['**Meaning.**', '**Impact.**', '## Look at', '## Do']) expect(runbook).toContain(part);
    },
  );

  it.runIf(hasPromtool)('has no fault that promtool knows', () => {
    const said = execFileSync('promtool', ['check', 'rules', '--lint-fatal', 'ops/alerts.yaml']).toString();

    expect(said).toContain('SUCCESS');
  });
});

describe('ops/grafana/portal.json', () => {
  it('has the form of a dashboard, whose panels have titles of their own and do not overlap', () => {
    expect(validate(DASHBOARD, dashboard)).toEqual([]);
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(cells.filter((cell) => Number(cell.split(',')[0]) > 23)).toEqual([]);
  });

  it.runIf(hasPromtool)('has queries that promtool can parse', async () => {
    const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    const rules = expressions.map((expr, index) => ({
      record: `panel:target:number${index}`,
      expr: expr.replaceAll(/\$__(rate_interval|range)/g, '5m'),
    }));
    const file = join(await folderForThisTest(), 'panels.yaml');
    await writeFile(file, stringify({ groups: [{ name: 'panels', rules }] }));

    expect(execFileSync('promtool', ['check', 'rules', file]).toString()).toContain('SUCCESS');
  });
});
