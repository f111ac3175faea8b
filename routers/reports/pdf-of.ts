import type { Deps } from '../../server/deps.ts';
import { keptReports } from '../exports/public.ts';
import type { ClientReport } from './make.ts';

/** The PDF of a report, with an address that is open for a quarter of an hour; null until it is printed. */
export async function pdfOf(
  { use }: Pick<Deps, 'use'>,
  { file, filename, size, sha256 }: Pick<ClientReport, 'file' | 'filename' | 'size' | 'sha256'>,
) {
  if (file === null || filename === null || size === null || sha256 === null) return null;
  return { url: await use(keptReports).urlOf(file, filename), filename, size, sha256 };
}
