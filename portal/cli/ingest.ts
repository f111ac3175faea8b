import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { errorCodeOf } from '../../db/error-code.ts';
import { printChanges } from './ingest/changes.ts';
import { csvEntries } from './ingest/csv.ts';
import { CommandError } from './ingest/entry.ts';
import { jsonEntries } from './ingest/json.ts';
import { portalAt } from './ingest/portal.ts';
import { openProgress } from './ingest/progress.ts';
import { openSender } from './ingest/sender.ts';
import { typedIn } from './typed-in.ts';

// `npm run ingest -- FILE…` sends scans and records to a running portal at PORTAL_URL, with the API key PORTAL_API_KEY.
// Files are NDJSON, JSON, or CSV with --type. Rejected entries are reported with file and line, the others are stored;
// sending a file again is safe. `npm run ingest -- changes` prints what people changed, for the pipeline to read back.

const USAGE = 'Usage: npm run ingest -- [--client ID] [--type TYPE] [--dry-run] FILE…, or changes [--after CURSOR]';

const notUnderstood = (complaint: string) => new CommandError(`${complaint}. ${USAGE}`);

const isCsv = (file: string) => /\.(csv|tsv)$/i.test(file);
const pathOf = (file: string) => resolve(typedIn('ingest'), file);

function readCommand() {
  const { PORTAL_URL = 'http://localhost:3000', PORTAL_API_KEY: key } = process.env;
  const text = { type: 'string' } as const;
  const options = { type: text, after: text, client: text, 'dry-run': { type: 'boolean', default: false } } as const;
  const { positionals: files, values } = parseArgs({ allowPositionals: true, options });
  const isReading = files.length === 1 && files[0] === 'changes';
  if (!key) throw new CommandError('PORTAL_API_KEY must be set: a key with the scope "ingest", pk_….');
  if (files.length === 0) throw notUnderstood('FILE is missing');
  if (values.after !== undefined && !isReading) throw notUnderstood('--after belongs to changes');
  const { client } = values;
  if (client !== undefined && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(client))
    throw notUnderstood(`"${client}" is no id of a client: npm run portal -- client list shows them`);
  if (client !== undefined && isReading) throw notUnderstood('--client does not belong to changes');
  const untyped = values.type ? undefined : files.find(isCsv);
  if (untyped) throw new CommandError(`${untyped}: use --type to name the record type of its rows.`);
  const { after, type = '', 'dry-run': dryRun } = values;
  return { isReading, after, client, files, type, dryRun, url: PORTAL_URL, key };
}

async function sizeOf(file: string) {
  const stats = await stat(pathOf(file)).catch(() => undefined);
  if (!stats?.isFile()) throw new CommandError(`${file}: file not found.`);
  return stats.size;
}

type Command = ReturnType<typeof readCommand>;

async function send({ client, files, type, dryRun, url, key }: Command) {
  const sizes = await Promise.all(files.map(sizeOf));
  const portal = portalAt(url, key, client);
  const columns = files.some(isCsv) ? await portal.columnsOf(type) : undefined;
  const progress = openProgress(sizes.reduce((sum, size) => sum + size, 0));
  const sender = openSender(portal, progress, dryRun);
  let read = 0;
  try {
    for (const file of files) {
      for await (const entry of columns && isCsv(file)
        ? csvEntries(pathOf(file), type, columns)
        : jsonEntries(pathOf(file))) {
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
  const isParsing = error instanceof TypeError && String(errorCodeOf(error)).startsWith('ERR_PARSE_ARGS');
  if (!isParsing && !(error instanceof CommandError)) throw error;
  const { message } = isParsing ? notUnderstood(error.message.split(/\. |\n/, 1).join()) : error;
  process.stderr.write(`${message}\n`);
  process.exitCode = 2;
}
