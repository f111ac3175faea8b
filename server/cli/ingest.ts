import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ofetch } from 'ofetch';
import { seconds } from '../limits.ts';

// `npm run ingest -- FILE…` sends scans to a portal that runs: JSON, or one scan a line. The portal is PORTAL_URL, the
// key PORTAL_API_KEY. A scan that is refused is reported with its place; the others go in.

const { PORTAL_URL = 'http://localhost:3000', PORTAL_API_KEY } = process.env;
const { positionals: files } = parseArgs({ allowPositionals: true });

type Refusal = { error: string; issues?: { path: string; message: string }[] };

function scansIn(text: string): { place: string; scan: object }[] {
  const whole = text.trim();
  try {
    const parsed = JSON.parse(whole);
    return (Array.isArray(parsed) ? parsed : [parsed]).map((scan, index) => ({ place: `scan ${index + 1}`, scan }));
  } catch {
    return whole.split('\n').map((line, index) => ({ place: `line ${index + 1}`, scan: JSON.parse(line) }));
  }
}

const send = (scan: object) =>
  ofetch.raw<Refusal>(`${PORTAL_URL}/api/ingest/scans`, {
    method: 'POST',
    body: scan,
    headers: { Authorization: `Bearer ${PORTAL_API_KEY}` },
    timeout: seconds(30),
    retry: 0,
    ignoreResponseError: true,
  });

if (!PORTAL_API_KEY || files.length === 0) {
  process.stderr.write('Usage: PORTAL_API_KEY=pk_… npm run ingest -- FILE…\n');
  process.exit(2);
}

const receipt = { added: 0, replaced: 0, refused: 0 };
for (const file of files) {
  for (const { place, scan } of scansIn(await readFile(file, 'utf8'))) {
    const { status, _data: answer } = await send(scan);
    if (status === 201) receipt.added++;
    else if (status === 200) receipt.replaced++;
    else {
      receipt.refused++;
      const where = answer?.issues?.map(({ path, message }) => `${path}: ${message}`).join('; ');
      process.stderr.write(`${file}, ${place}: ${where ?? answer?.error ?? status}\n`);
    }
  }
}
process.stdout.write(`${receipt.added} added, ${receipt.replaced} replaced, ${receipt.refused} refused.\n`);
process.exitCode = receipt.refused > 0 ? 1 : 0;
