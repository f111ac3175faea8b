import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { csvEntries } from './ingest/csv.ts';
import { delivery } from './ingest/delivery.ts';
import { Unusable } from './ingest/entry.ts';
import { jsonEntries } from './ingest/json.ts';
import { portalAt } from './ingest/portal.ts';
import { progressReporter } from './ingest/progress.ts';

// `npm run ingest -- FILE…` sends scans and records to a portal that runs. A file is JSON, one a line or a list, or CSV
// with the type of its records. The portal is PORTAL_URL, the key PORTAL_API_KEY. What is refused is reported with its
// place; everything else goes in, and may be sent again.

const USAGE = 'Usage: PORTAL_API_KEY=pk_… npm run ingest -- [--type TYPE] [--dry-run] FILE…';

const isCsv = (file: string) => /\.csv$/i.test(file);

function readCommand() {
  const { PORTAL_URL = 'http://localhost:3000', PORTAL_API_KEY: key } = process.env;
  const options = { type: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } } as const;
  const { positionals: files, values } = parseArgs({ allowPositionals: true, options });
  if (!key || files.length === 0) throw new Unusable(USAGE);
  const untyped = values.type ? undefined : files.find(isCsv);
  if (untyped) throw new Unusable(`${untyped}: say with --type what its rows are.`);
  return { files, type: values.type ?? '', dryRun: values['dry-run'], url: PORTAL_URL, key };
}

async function sizeOf(file: string) {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new Unusable(`${file}: there is no such file.`);
  return found.size;
}

type Command = ReturnType<typeof readCommand>;

async function send({ files, type, dryRun, url, key }: Command) {
  const sizes = await Promise.all(files.map(sizeOf));
  const portal = portalAt(url, key);
  const columns = files.some(isCsv) ? await portal.columnsOf(type) : undefined;
  const told = progressReporter(sizes.reduce((sum, size) => sum + size, 0));
  const going = delivery(portal, told, dryRun);
  let read = 0;
  try {
    for (const file of files) {
      for await (const entry of columns && isCsv(file) ? csvEntries(file, type, columns) : jsonEntries(file)) {
        await going.take(file, entry);
        read += entry.bytes + 1;
        told.progressed(file, read);
      }
    }
    await going.flush();
    return { receipt: going.receipt(), failure: undefined };
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    return { receipt: going.receipt(), failure: error.message };
  } finally {
    told.done();
  }
}

try {
  const { receipt, failure } = await send(readCommand());
  process.stdout.write(receipt.text);
  if (failure)
    process.stderr.write(`${failure}\nWhat came after was not sent; sending all of it again does no harm.\n`);
  process.exitCode = failure || receipt.refused > 0 ? 1 : 0;
} catch (error) {
  const isUsage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (!isUsage && !(error instanceof Unusable)) throw error;
  process.stderr.write(`${isUsage ? USAGE : error.message}\n`);
  process.exitCode = 2;
}
