import { useMutation } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useState } from 'react';
import { portal, queryClient } from '../../../api/client.ts';
import { beginningOf, partsOf } from './file-rows.ts';
import type { SampleType } from './samples.ts';

export type Receipt = inferRouterOutputs<AppRouter>['imports'];

/** A file that somebody has chosen, and what its columns are. */
export interface Chosen {
  type: SampleType;
  text: string;
  /** Fields chosen for columns; the others are matched by the portal. */
  map: Record<string, string | null>;
}

type Progress = (done: number, all: number) => void;

const SUMS = ['accepted', 'updated', 'unchanged', 'kept', 'rejectedCount'] as const;

/** The fields of the matched columns, so that each part of the file is read alike. */
const mapOf = ({ columns }: Receipt) =>
  Object.fromEntries(columns.flatMap(({ column, field }) => (column === '' ? [] : [[column, field]])));

/** Sends a file part by part, and adds up what the portal says of each. */
async function send({ type, text, map }: Chosen, dryRun: boolean, report: Progress): Promise<Receipt> {
  const ask = (file: string, fields: Chosen['map'], dry: boolean) =>
    portal.imports.mutate({ type, dryRun: dry, file, map: JSON.stringify(fields) });
  // The header of all parts is that of the beginning.
  const first = await ask(beginningOf(text), map, true);
  const parts = partsOf(text, first.headerLine);
  const all = parts.reduce((sum, { rows }) => sum + rows, 0);
  const total: Receipt = { ...first, accepted: 0, updated: 0, unchanged: 0, kept: 0, rejectedCount: 0, rejected: [] };
  let done = 0;
  for (const part of parts) {
    report(done, all);
    const receipt = await ask(part.text, mapOf(first), dryRun);
    for (const name of SUMS) total[name] += receipt[name];
    total.rejected.push(...receipt.rejected.map((row) => ({ ...row, line: row.line + part.offset })));
    done += part.rows;
  }
  report(all, all);
  return total;
}

/** Looks at a file without storing anything, and takes it in, both part by part. */
export function useImport() {
  const [percent, setPercent] = useState(0);
  const report: Progress = (done, all) => setPercent(all === 0 ? 100 : Math.round((100 * done) / all));
  const look = useMutation({ mutationFn: (chosen: Chosen) => send(chosen, true, report), meta: { shown: true } });
  const take = useMutation({
    mutationFn: (chosen: Chosen) => send(chosen, false, report),
    meta: { shown: true },
    onSettled: () => queryClient.invalidateQueries(),
  });
  return { look, take, percent };
}
