import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { INSIGHTS_VARIABLES } from '../../insights/config.ts';
import { PORTAL_VARIABLES } from '../../server/env.ts';

/** Used by `npm run ingest`, which runs on other machines. */
const COMMAND_VARIABLES = ['PORTAL_URL', 'PORTAL_API_KEY'];

const variables = [...new Set([...PORTAL_VARIABLES, ...INSIGHTS_VARIABLES, ...COMMAND_VARIABLES])].sort();

it.each([
  ['.env.example', /^#? ?([A-Z][A-Z0-9_]*)=/gm],
  ['docs/configuration.md', /^\| `([A-Z][A-Z0-9_]*)` \|/gm],
])('%s lists exactly the environment variables of the portal', (file, line) => {
  const listed = [...readFileSync(file, 'utf8').matchAll(line)].map(([, name]) => name);

  expect(listed.sort()).toEqual(variables);
});
