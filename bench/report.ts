import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Pace } from './flags.ts';
import { CONNECTIONS } from './load.ts';
import type { Place } from './place.ts';
import { cpuOfBare } from './reference.ts';
import type { Result } from './sections/section.ts';

// The load before this run: rates measured next to other work are not comparable.
const [loadBefore = 0] = loadavg();

const RESULTS = new URL('./results/', import.meta.url);

const number = (value: number, digits = 0) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

const COLUMNS = ['', 'requests/s', 'of best', 'p50 ms', 'p99 ms', 'CPU µs/request', 'of bare', 'spread'];

function table({ figures }: Result) {
  const best = Math.max(...figures.map(({ rate }) => rate));
  const bare = cpuOfBare(figures);
  const rows = figures.map(({ name, rate, p50, p99, cpu, rates }) => [
    name,
    number(rate),
    number(rate / best, 2),
    number(p50, 1),
    number(p99, 1),
    number(cpu),
    bare ? number(cpu / bare, 1) : '–',
    `${number(Math.min(...rates))}–${number(Math.max(...rates))}`,
  ]);
  return aligned([COLUMNS, ...rows]);
}

/** Aligns the first column to the left and the others to the right. */
function aligned(rows: string[][]) {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row.map((cell, column) => (column ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[0] ?? 0))).join('  '),
  );
}

function otherTable(lines: Record<string, string | number>[]) {
  const [first] = lines;
  if (!first) return [];
  const cell = (value: string | number) =>
    typeof value === 'string' ? value : number(value, Number.isInteger(value) ? 0 : 1);
  return aligned([Object.keys(first), ...lines.map((line) => Object.values(line).map(cell))]);
}

/** A line about the run, with a warning on a busy machine. */
export function announce({ kind }: Place, { rounds, seconds }: Pace): string {
  const busy = loadBefore > cpus().length / 4 ? ' The machine is busy: compare CPU µs/request, not the rates.' : '';
  return `${kind}, ${rounds} rounds of ${seconds} s, initial load ${number(loadBefore, 2)}.${busy}\n\n`;
}

/** Formats a section for the terminal. */
export function show(result: Result): string {
  const lines = [result.title, ...(result.figures.length > 0 ? table(result) : [])];
  lines.push(...otherTable(result.lines ?? []), ...(result.notes ?? []));
  for (const [name, ms] of Object.entries(result.times ?? {})) lines.push(`${name}: ${number(ms)} ms`);
  for (const { text, reached, met, applies } of result.targets) {
    const verdict = applies ? (met ? 'met' : 'missed') : 'not applicable to this database';
    lines.push(`${text}: ${number(reached, 2)}, ${verdict}`);
  }
  return `${lines.join('\n  ')}\n\n`;
}

/** Writes the results and the machine's details to bench/results/ and returns the file name. */
export function keep({ kind }: Place, results: Result[], quick: boolean): string {
  const at = new Date().toISOString();
  const machine = { node: process.version, cores: cpus().length, cpu: cpus()[0]?.model, loadBefore };
  mkdirSync(RESULTS, { recursive: true });
  const file = new URL(`${at.replaceAll(/[:.]/g, '-')}-${kind.toLowerCase()}.json`, RESULTS);
  const facts = { at, database: kind, quick, connections: CONNECTIONS, machine, results: results.map(withRatios) };
  writeFileSync(file, `${JSON.stringify(facts, null, 2)}\n`);
  return fileURLToPath(file);
}

/** Adds the ratio of each rate to every other rate. */
function withRatios(result: Result) {
  const against = (rate: number) => Object.fromEntries(result.figures.map((other) => [other.name, rate / other.rate]));
  return { ...result, figures: result.figures.map((one) => ({ ...one, ratios: against(one.rate) })) };
}
