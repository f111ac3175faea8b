import type { Pace } from './flags.ts';
import type { Server } from './fleet.ts';
import { type Aim, type Burst, burst } from './load.ts';

export interface Contender {
  name: string;
  server: Server;
  aim: Aim;
}

/** The medians of the rounds, and the rate of each round. */
export interface Figures extends Burst {
  name: string;
  rates: number[];
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

/**
 * Measures the contenders in turns, so that changes of the machine affect all of them. Each round begins with
 * a different one.
 */
export async function compete(contenders: Contender[], { rounds, seconds, warmUp }: Pace): Promise<Figures[]> {
  for (const { server, aim } of contenders) await burst(server, aim, { duration: warmUp });

  const bursts = new Map<Contender, Burst[]>(contenders.map((contender) => [contender, []]));
  for (let round = 0; round < rounds; round++) {
    const first = round % contenders.length;
    for (const contender of [...contenders.slice(first), ...contenders.slice(0, first)])
      bursts.get(contender)?.push(await burst(contender.server, contender.aim, { duration: seconds }));
  }

  return [...bursts].map(([{ name }, seen]) => {
    const of = (figure: keyof Burst) => median(seen.map((one) => one[figure]));
    return {
      name,
      rate: of('rate'),
      p50: of('p50'),
      p99: of('p99'),
      cpu: of('cpu'),
      rates: seen.map(({ rate }) => rate),
    };
  });
}
