import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

// Lints the committed document; silent unless a linter reports an error or a warning.
const LINTERS = [
  [import.meta.resolve('@redocly/cli/bin/cli.js'), 'lint', '--format=stylish'],
  [import.meta.resolve('@stoplight/spectral-cli/dist/index.js'), 'lint', '--fail-severity=warn'],
];

const file = fileURLToPath(new URL('./openapi.json', import.meta.url));
// Otherwise Redocly asks the registry for a newer version and reports its use.
const env = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' };

async function lint([script = '', ...options]: string[]) {
  const linter = spawn(process.execPath, [fileURLToPath(script), ...options, file], { env });
  const [output, errors, [code]] = await Promise.all([text(linter.stdout), text(linter.stderr), once(linter, 'close')]);
  if (code === 0) return;
  process.stderr.write(output + errors);
  process.exitCode = 1;
}

await Promise.all(LINTERS.map(lint));
