import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import spectralParsers from '@stoplight/spectral-parsers';
import spectralRulesets from '@stoplight/spectral-rulesets';

// Lints the committed document with Redocly and Spectral; silent unless one reports an error or a warning.

const file = fileURLToPath(new URL('./openapi.json', import.meta.url));

/** What Redocly says against the document, under the rules of redocly.yaml. */
async function redocly() {
  const script = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
  // Otherwise it asks the registry for a newer version and reports its use.
  const env = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' };
  const linter = spawn(process.execPath, [script, 'lint', '--format=stylish', file], { env });
  const [output, errors, [code]] = await Promise.all([text(linter.stdout), text(linter.stderr), once(linter, 'close')]);
  return code === 0 ? '' : output + errors;
}

/** Spectral numbers errors 0 and warnings 1; what is above are hints. */
const WARNING = 1;

/** What Spectral says against the document. Its command line would bring a bundler for rules that others wrote. */
async function spectral() {
  const linter = new spectralCore.Spectral();
  linter.setRuleset({ extends: [spectralRulesets.oas as RulesetDefinition] });
  const document = new spectralCore.Document(await readFile(file, 'utf8'), spectralParsers.Json, file);
  const findings = await linter.run(document);
  return findings
    .filter(({ severity }) => severity <= WARNING)
    .map(({ code, message, path, range }) => `${range.start.line + 1}  ${code}  ${message}  ${path.join('.')}\n`)
    .join('');
}

const complaints = (await Promise.all([redocly(), spectral()])).join('');
process.stderr.write(complaints);
if (complaints) process.exitCode = 1;
