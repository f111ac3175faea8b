import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpuSeconds } from './proc.ts';

const START = 60_000;

/**
 * Starts a server that the portal calls in a process of its own, so that its cost is told apart. The program sends what
 * it has to say once it is ready, and how much has come whenever it is asked. Disposal stops it.
 */
export async function startHelper<Ready>(program: URL, ...args: string[]) {
  const child = fork(program, args, { execArgv: process.execArgv.filter((flag) => !flag.startsWith('--cpu-prof')) });
  const signal = AbortSignal.timeout(START);
  const said = async () => (await once(child, 'message', { signal: AbortSignal.timeout(START) }))[0];
  const ended = once(child, 'exit', { signal }).then(() => Promise.reject(new Error(`${program.pathname} has ended.`)));
  ended.catch(() => {});
  const ready: Ready = await Promise.race([said(), ended]);
  return {
    ...ready,
    cpu: () => cpuSeconds(child.pid ?? 0),
    async count(): Promise<number> {
      child.send('count');
      return said();
    },
    async [Symbol.asyncDispose]() {
      const gone = once(child, 'exit');
      if (child.exitCode === null && child.kill()) await gone;
    },
  };
}

/** Tells the process of the bench that this one is ready, and ends with it. */
export function serveBench(ready: object, count: () => number) {
  process.on('disconnect', () => process.exit(0)).on('message', () => process.send?.(count()));
  process.send?.(ready);
}
