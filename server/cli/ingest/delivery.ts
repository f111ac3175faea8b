import { RECORDS_PER_BATCH } from '../../limits/sizes.ts';
import { ENTRY_BYTES, type Entry } from './entry.ts';
import type { Portal } from './portal.ts';
import type { ProgressReporter } from './progress.ts';

interface Waiting {
  file: string;
  place: string;
  json: string;
}

/** Sends entries in their order: scans one by one, records in full batches. What comes later of one name is what stays. */
export function delivery(portal: Portal, progress: ProgressReporter, dryRun: boolean) {
  const scans = { added: 0, replaced: 0, refused: 0 };
  const records = { accepted: 0, updated: 0, unchanged: 0, rejected: 0 };
  let unreadable = 0;
  let batch: Waiting[] = [];
  let bytes = 0;

  async function sendScan({ file, place, json }: Waiting) {
    const refuse = (reason: string) => {
      scans.refused++;
      progress.refused(file, place, reason);
    };
    if (dryRun) return refuse('a scan cannot be rehearsed, and was not sent');
    const { status, reason } = { reason: undefined, ...(await portal.sendScan(json)) };
    if (reason !== undefined) refuse(reason);
    else if (status === 201) scans.added++;
    else scans.replaced++;
  }

  /** A batch that is refused as a whole holds something that cannot even be looked at: halving finds it. */
  async function sendRecords(rows: Waiting[]): Promise<void> {
    const result = await portal.sendRecords(
      rows.map(({ json }) => json),
      dryRun,
    );
    const refuse = (row: Waiting | undefined, reason: string) => {
      records.rejected++;
      if (row) progress.refused(row.file, row.place, reason);
    };
    if ('answer' in result) {
      records.accepted += result.answer.accepted;
      records.updated += result.answer.updated;
      records.unchanged += result.answer.unchanged;
      for (const { index, error } of result.answer.rejected) refuse(rows[index], error);
    } else if (rows.length === 1) refuse(rows[0], result.reason);
    else {
      await sendRecords(rows.slice(0, rows.length / 2));
      await sendRecords(rows.slice(rows.length / 2));
    }
  }

  async function flush() {
    const rows = batch;
    [batch, bytes] = [[], 0];
    if (rows.length > 0) await sendRecords(rows);
  }

  /** What became of all that was sent so far. */
  function receipt() {
    const sum = (counts: object) => Object.values(counts).reduce((total: number, one: number) => total + one, 0);
    const told = (counts: object) =>
      `${Object.entries(counts)
        .map(([name, count]) => `${count} ${name}`)
        .join(', ')}.\n`;
    const lines = [
      ...(sum(scans) > 0 ? [told(scans)] : []),
      ...(sum(records) > 0 || sum(scans) === 0 ? [`Records: ${told(records)}`] : []),
      ...(unreadable > 0 ? [`${unreadable} could not be read.\n`] : []),
      ...(dryRun ? ['A dry run: nothing was stored.\n'] : []),
    ];
    return { text: lines.join(''), refused: scans.refused + records.rejected + unreadable };
  }

  return {
    receipt,
    flush,
    async take(file: string, entry: Entry) {
      const { place } = entry;
      if ('problem' in entry) {
        unreadable++;
        progress.refused(file, place, entry.problem);
      } else if (entry.kind === 'scan') await sendScan({ file, place, json: entry.json });
      else {
        if (bytes + entry.bytes >= ENTRY_BYTES) await flush();
        bytes += entry.bytes + 1;
        if (batch.push({ file, place, json: entry.json }) === RECORDS_PER_BATCH) await flush();
      }
    },
  };
}
