import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { printChanges } from './ingest/changes.ts';
import { csvEntries } from './ingest/csv.ts';
import { CommandError } from './ingest/entry.ts';
import { jsonEntries } from './ingest/json.ts';
import { portalAt } from './ingest/portal.ts';
import { openProgress } from './ingest/progress.ts';
import { openSender } from './ingest/sender.ts';

// `npm run ingest -- FILE…` sends scans and records to a running portal at PORTAL_URL, with the API key PORTAL_API_KEY.
// Files are NDJSON, JSON, or CSV with --type. Rejected entries are reported with file and line, the others are stored;
// sending a file again is safe. `npm run ingest -- changes` prints what people changed, for the pipeline to read back.

const USAGE =
  'Usage: PORTAL_API_KEY=pk_… npm run ingest -- [--type TYPE] [--dry-run] FILE…\n       PORTAL_API_KEY=pk_… npm run ingest -- changes [--after CURSOR]';

const isCsv = (file: string) => /\.csv$/i.test(file);

function readCommand() {
  const { PORTAL_URL = 'http://localhost:3000', PORTAL_API_KEY: key } = process.env;
  const text = { type: 'string' } as const;
  const options = { type: text, after: text, 'dry-run': { type: 'boolean', default: false } } as const;
  const { positionals: files, values } = parseArgs({ allowPositionals: true, options });
  const isReading = files.length === 1 && files[0] === 'changes';
  if (!key || files.length === 0 || (values.after !== undefined && !isReading)) throw new CommandError(USAGE);
  const untyped = values.type ? undefined : files.find(isCsv);
  if (untyped) throw new CommandError(`${untyped}: use --type to name the record type of its rows.`);
  const { after, type = '', 'dry-run': dryRun } = values;
  return { isReading, after, files, type, dryRun, url: PORTAL_URL, key };
}

async function sizeOf(file: string) {
  const stats = await stat(file).catch(() => undefined);
  if (!stats?.isFile()) throw new CommandError(`${file}: file not found.`);
  return stats.size;
}

type Command = ReturnType<typeof readCommand>;

async function send({ files, type, dryRun, url, key }: Command) {
  const sizes = await Promise.all(files.map(sizeOf));
  const portal = portalAt(url, key);
  const columns = files.some(isCsv) ? await portal.columnsOf(type) : undefined;
  const progress = openProgress(sizes.reduce((sum, size) => sum + size, 0));
  const sender = openSender(portal, progress, dryRun);
  let read = 0;
  try {
    for (const file of files) {
      for await (const entry of columns && isCsv(file) ? csvEntries(file, type, columns) : jsonEntries(file)) {
        await sender.add(file, entry);
        read += entry.bytes + 1;
        progress.advance(file, read);
      }
    }
    await sender.flush();
    return { receipt: sender.receipt(), failure: undefined };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { receipt: sender.receipt(), failure: error.message };
  } finally {
    progress.stop();
  }
}

async function sendFiles(command: Command) {
  const { receipt, failure } = await send(command);
  process.stdout.write(receipt.text);
  if (failure)
    process.stderr.write(`${failure}\nThe remaining entries were not sent. It is safe to send all files again.\n`);
  process.exitCode = failure || receipt.rejected > 0 ? 1 : 0;
}

try {
  const command = readCommand();
  await (command.isReading ? printChanges(portalAt(command.url, command.key), command.after) : sendFiles(command));
} catch (error) {
  const isUsage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (!isUsage && !(error instanceof CommandError)) throw error;
  process.stderr.write(`${isUsage ? USAGE : error.message}\n`);
  process.exitCode = 2;
}
