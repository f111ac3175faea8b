import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import validator from '@action-validator/core';
import { Ajv } from 'ajv';
import { validate as lint } from 'dockerfile-utils';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Service } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { PORTAL_VARIABLES } from '../../server/env.ts';
import { folderForThisTest } from '../helpers/folder.ts';
import { CODE_FOLDERS, importsOf, sourceFiles } from '../helpers/sources.ts';
import { COMPOSE } from './compose-schema.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const yaml = (file: string) => parse(read(file), { merge: true });

const dockerfile = read('Dockerfile');
const compose = yaml('compose.yaml');
const unit = read('ops/portal.service');

describe('Dockerfile', () => {
  it('has no fault that its linter knows', () => {
    expect(lint(dockerfile)).toEqual([]);
  });

  it('runs as a user who is not root, with a health check, and installs exactly the versions of the lock file', () => {
    const [last = ''] = dockerfile.split(/^FROM /m).slice(-1);

    expect(/^USER (\d+)/m.exec(last)?.[1]).toBe('1000');
    expect(last).toMatch(/^HEALTHCHECK .*\\\n {2}CMD \[.*\/healthz/m);
    expect(dockerfile).toMatch(/^RUN npm ci /m);
    expect(dockerfile).toMatch(/^RUN npm prune --omit=dev /m);
  });

  it('gets every folder that the portal imports, and neither tests nor settings', () => {
    const sent = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'));
    const folders = sent.map((line) => line.slice(1)).filter((name) => !name.includes('.') && name !== 'LICENSE');
    const run = (file: string) => folders.includes(file.split('/')[0] ?? '');
    const missing = sourceFiles
      .filter((file) => run(file))
      .flatMap(importsOf)
      .filter((target) => !run(target));

    expect(folders.toSorted()).toEqual([...CODE_FOLDERS, 'web'].toSorted());
    expect(missing).toEqual([]);
    expect(sent.filter((line) => !existsSync(line.slice(1)))).toEqual([]);
  });
});

describe('compose.yaml', () => {
  const validate = new Ajv({ allErrors: true, strictTuples: false }).compile(COMPOSE);

  it('has only keys of the Compose specification, and services that exist', () => {
    validate(compose);
    const services: Record<string, { depends_on?: object }> = compose.services;
    const named = Object.values(services).flatMap(({ depends_on = {} }) => Object.keys(depends_on));

    expect(validate.errors).toBeNull();
    expect(named.filter((name) => !(name in services))).toEqual([]);
  });

  it('runs the portal with a read-only root and without rights, after the migration', () => {
    const { portal } = compose.services;

    expect(portal).toMatchObject({ read_only: true, cap_drop: ['ALL'], tmpfs: ['/tmp'] });
    expect(portal.depends_on.migration).toEqual({ condition: 'service_completed_successfully' });
  });

  it('sets variables that the portal reads, from the secrets that ops/secrets.sh makes', () => {
    const made = execFileSync('bash', ['ops/secrets.sh'], { encoding: 'utf8' }).trim().split('\n');
    const needed = [...read('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);

    const unknown = Object.keys(compose.services.portal.environment).filter((name) => !PORTAL_VARIABLES.includes(name));
    expect(unknown).toEqual([]);
    expect(new Set(made.map((line) => line.split('=')[0]))).toEqual(new Set(needed));
  });
});

describe('ops/kubernetes', () => {
  const KINDS = { ConfigMap, Deployment, Job, NetworkPolicy, PodDisruptionBudget, Service };
  const manifests = globSync('ops/kubernetes/**/*.yaml').filter((file) => !file.endsWith('kustomization.yaml'));

  it.each(manifests)('%s fits the schema of its kind', (file) => {
    const manifest = yaml(file);
    const Kind = KINDS[manifest.kind as keyof typeof KINDS];

    expect(() => new Kind(manifest).validate()).not.toThrow();
    expect(() => new Kind({ ...manifest, spec: 'no', data: 'no' }).validate()).toThrow();
  });

  it('lists each manifest in the customization of its folder', () => {
    const listed = globSync('ops/kubernetes/**/kustomization.yaml').flatMap((file) =>
      yaml(file).resources.map((name: string) => file.replace('kustomization.yaml', name)),
    );

    expect(listed.toSorted()).toEqual(manifests.toSorted());
  });

  it.each(['ops/kubernetes/deployment.yaml', 'ops/kubernetes/migration/job.yaml'])('%s needs no rights', (file) => {
    const { securityContext, containers } = yaml(file).spec.template.spec;

    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    expect(containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  it('probes the portal, lets it drain, and selects its pods everywhere by the same labels', () => {
    const { spec } = yaml('ops/kubernetes/deployment.yaml');
    const [container] = spec.template.spec.containers;
    const selectors = [
      spec.selector.matchLabels,
      yaml('ops/kubernetes/service.yaml').spec.selector,
      yaml('ops/kubernetes/disruption-budget.yaml').spec.selector.matchLabels,
      yaml('ops/kubernetes/network-policy.yaml').spec.podSelector.matchLabels,
    ];

    const paths = ['startupProbe', 'livenessProbe', 'readinessProbe'].map((probe) => container[probe].httpGet.path);
    expect(paths).toEqual(['/healthz', '/healthz', '/readyz']);
    // Five seconds before, and ten of the portal.
    expect(container.lifecycle.preStop.exec.command).toEqual(['sleep', '5']);
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(15);
    for (const selector of selectors) expect(selector).toEqual(spec.template.metadata.labels);
    const settings = Object.keys(yaml('ops/kubernetes/settings.yaml').data);
    expect(settings.filter((name) => !PORTAL_VARIABLES.includes(name))).toEqual([]);
  });

  it('migrates with the command of compose.yaml', () => {
    const [container] = yaml('ops/kubernetes/migration/job.yaml').spec.template.spec.containers;

    expect(container.args).toEqual(compose.services.migration.command);
  });
});

it('.github/workflows/ci.yaml fits the schema of workflows, and runs every part of .ci/run', () => {
  const workflow = read('.github/workflows/ci.yaml');

  expect(validator.validateWorkflow(workflow).errors).toEqual([]);
  const { steps, strategy } = parse(workflow).jobs.suite;
  expect(steps.at(-1).run).toMatch(/^\.ci\/run \$\{\{ matrix\.part \}\}$/);
  const parts = strategy.matrix.include.map(({ part }: { part: string }) => part);
  expect(read('.ci/run')).toContain(`parts=(${parts.join(' ')})`);
});

describe('ops/portal.service', () => {
  const systemd = existsSync('/usr/bin/systemd-analyze');

  it.runIf(systemd)('has only settings that systemd knows', async () => {
    const file = join(await folderForThisTest(), 'portal.service');
    // The user and the paths are those of a machine where it is installed.
    const here = unit
      .replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true')
      .replaceAll(/^(User|Group|EnvironmentFile)=.*$/gm, '');
    await writeFile(file, here);

    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', '--recursive-errors=no', file]);

    expect([status, String(stderr)]).toEqual([0, '']);
  });

  it('starts the portal as the image does', () => {
    const [, start = ''] = /^ExecStart=\S+ (.*)$/m.exec(unit) ?? [];
    const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? [];

    expect(start.split(' ')).toEqual(JSON.parse(command).slice(1));
  });
});

it.each(globSync('ops/**/*.sh'))('%s is a script that bash can read', (file) => {
  expect(execFileSync('bash', ['-n', file], { encoding: 'utf8' })).toBe('');
  expect(read(file)).toMatch(/^#!\/usr\/bin\/env bash\n(#.*\n)+set -euo pipefail\n/);
});
