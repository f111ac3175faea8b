import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

// What Linux tells of processes. USER_HZ is 100 on every platform that Node supports.

const TICKS = 100;

function threadsOf(pid: number) {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Empty where the process or thread has ended meanwhile. */
function read(path: string) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Processes that the threads of a process have started and that still run. */
export const childrenOf = (pid: number) =>
  threadsOf(pid).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );

const timesOf = (pid: number) =>
  (read(`/proc/${pid}/stat`).split(') ').at(-1) ?? '').split(' ').slice(11, 15).map(Number);

/** CPU seconds of a process alone, user and system. */
export function ownCpuSeconds(pid: number) {
  const [user = 0, system = 0] = timesOf(pid);
  return (user + system) / TICKS;
}

/** CPU seconds of a process and its children, user and system. */
export function cpuSeconds(pid: number): number {
  const [user = 0, system = 0, ended = 0, endedSystem = 0] = timesOf(pid);
  const own = (user + system + ended + endedSystem) / TICKS;
  return childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child), own);
}

/** Resident memory of a process, in MiB: `anonymous` is its own, `file` mostly Node's file, which processes share. */
export function residentMemory(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024;
  return { all: of('VmRSS'), anonymous: of('RssAnon'), file: of('RssFile') };
}

/**
 * Memory of a process and its children, in MiB: of what several share, each counts its part. Adding that up takes the
 * system tens of milliseconds, in which this process goes on.
 */
export async function sharedMemory(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  let all = Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
  for (const child of childrenOf(pid)) all += await sharedMemory(child);
  return all;
}
