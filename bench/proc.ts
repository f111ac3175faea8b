import { readFileSync } from 'node:fs';

// What Linux tells of processes. USER_HZ is 100 on every platform that Node supports.

const TICKS = 100;

/** Processes that a process has started and that still run. */
export const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** CPU seconds of a process and its children, user and system. */
export function cpuSeconds(pid: number): number {
  const [utime, stime, ended, endedSystem] = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '')
    .split(' ')
    .slice(11, 15)
    .map(Number);
  const own = ((utime ?? 0) + (stime ?? 0) + (ended ?? 0) + (endedSystem ?? 0)) / TICKS;
  return childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child), own);
}

/** Resident memory of a process, in MiB: `anonymous` is its own, `file` mostly Node's file, which processes share. */
export function residentMemory(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024;
  return { all: of('VmRSS'), anonymous: of('RssAnon'), file: of('RssFile') };
}
