import { RECORDS_PER_BATCH } from '../../../server/limits/sizes.ts';
import { ENTRY_BYTES, type Entry } from './entry.ts';
import type { Portal } from './portal.ts';
import type { Progress } from './progress.ts';

interface Pending {
  file: string;
  place: string;
  json: string;
}

/** Sends entries in order, so that the last one with an id wins: scans one at a time, records in full batches. */
export function openSender(portal: Portal, progress: Progress, dryRun: boolean) {
  const scans = { added: 0, replaced: 0, rejected: 0 };
  const records = { accepted: 0, updated: 0, unchanged: 0, rejected: 0 };
  let unreadable = 0;
  let kept = 0;
  let batch: Pending[] = [];
  let bytes = 0;

  async function sendScan({ file, place, json }: Pending) {
    const reject = (reason: string) => {
      scans.rejected++;
      progress.rejected(file, place, reason);
    };
    if (dryRun) return reject('scans have no dry run; not sent');
    const { status, reason } = { reason: undefined, ...(await portal.sendScan(json)) };
    if (reason !== undefined) reject(reason);
    else if (status === 201) scans.added++;
    else scans.replaced++;
  }

  /** A batch is rejected as a whole if one of its records is unreadable; bisection finds that record. */
  async function sendRecords(rows: Pending[]): Promise<void> {
    const result = await portal.sendRecords(
      rows.map(({ json }) => json),
      dryRun,
    );
    const reject = (row: Pending | undefined, reason: string) => {
      records.rejected++;
      if (row) progress.rejected(row.file, row.place, reason);
    };
    if ('answer' in result) {
      records.accepted += result.answer.accepted;
      records.updated += result.answer.updated;
      records.unchanged += result.answer.unchanged;
      kept += result.answer.kept?.length ?? 0;
      for (const { index, error } of result.answer.rejected) reject(rows[index], error);
    } else if (rows.length === 1) reject(rows[0], result.reason);
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

  /** The totals so far. */
  function receipt() {
    const sum = (counts: object) => Object.values(counts).reduce((total: number, one: number) => total + one, 0);
    const listed = (counts: object) =>
      `${Object.entries(counts)
        .map(([name, count]) => `${count} ${name}`)
        .join(', ')}.\n`;
    const lines = [
      ...(sum(scans) > 0 ? [`Scans: ${listed(scans)}`] : []),
      ...(sum(records) > 0 || sum(scans) === 0 ? [`Records: ${listed(records)}`] : []),
      ...(kept > 0 ? [`Kept: ${kept} with fields that people have set.\n`] : []),
      ...(unreadable > 0 ? [`Unreadable: ${unreadable}.\n`] : []),
      ...(dryRun ? ['Dry run: nothing was stored.\n'] : []),
    ];
    return { text: lines.join(''), rejected: scans.rejected + records.rejected + unreadable };
  }

  return {
    receipt,
    flush,
    async add(file: string, entry: Entry) {
      const { place } = entry;
      if ('problem' in entry) {
        unreadable++;
        progress.rejected(file, place, entry.problem);
      } else if (entry.kind === 'scan') await sendScan({ file, place, json: entry.json });
      else {
        if (bytes + entry.bytes >= ENTRY_BYTES) await flush();
        bytes += entry.bytes + 1;
        if (batch.push({ file, place, json: entry.json }) === RECORDS_PER_BATCH) await flush();
      }
    },
  };
}
