import { type Attack, NotPossible } from '../neighbours/attack.ts';
import { ATTACKS } from '../neighbours/attacks.ts';
import type { Seen } from '../neighbours/bounds.ts';
import { seedClients } from '../neighbours/clients.ts';
import { measure, type Parties } from '../neighbours/measure.ts';
import type { Latency } from '../neighbours/probe.ts';
import { settle } from '../seed.ts';
import type { Section } from './section.ts';

const NEIGHBOURS = 40;
const PHASES = {
  usual: { warmUp: 2, alone: 5, beside: 10, atMost: 180 },
  quick: { warmUp: 1, alone: 2, beside: 4, atMost: 60 },
};

const latencyLine = (name: string, seen: Latency) => ({
  '': name,
  requests: seen.requests,
  failed: seen.failures,
  'p50 ms': seen.p50,
  'p95 ms': seen.p95,
  'p99 ms': seen.p99,
  'slowest ms': seen.slowest,
});

/** Counts in words, for example `200: 1,204, 429: 12`. */
const spoken = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([what, times]) => `${what}: ${times.toLocaleString('en')}`)
    .join(', ') || 'none';

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** A note on an attack: its title and further measurements. */
const noteOn = ({ name, title }: Attack, { counts, beside, growth, busy }: Seen) =>
  [
    `${name}: ${title}`,
    `counted ${spoken(counts)}`,
    `failures of neighbours ${spoken(beside.failed)}`,
    `memory grew by ${Math.round(growth)} MiB`,
    `the portal’s thread ran ${inSeconds(busy.ran)} and waited ${inSeconds(busy.waited)} for a processor, and its longest turn took ${Math.round(busy.longest)} ms`,
  ].join('; ');

/** What one bad caller does to everybody else: latency of neighbours alone and beside each attack, with bounds. */
export const neighbours: Section = async (place, _pace, quick, { attacks: chosen, proxy }) => {
  const attacks = chosen ? ATTACKS.filter(({ name }) => chosen.includes(name)) : ATTACKS;
  const parties = await place.prepare(async (database) => {
    const made = new Map<Attack, Parties>();
    const others = await seedClients(database, NEIGHBOURS);
    for (const attack of attacks) {
      const clients = await seedClients(database, attack.clients);
      made.set(attack, { clients, prepared: (await attack.prepare?.(database, clients)) ?? [], neighbours: others });
    }
    await settle(database);
    return made;
  });

  const lines = [];
  const targets = [];
  const notes = [];
  for (const [attack, those] of parties) {
    const { name, bounds, serverOnly } = attack;
    try {
      const seen = await measure(attack, those, { place, phases: quick ? PHASES.quick : PHASES.usual, quick, proxy });
      lines.push(latencyLine(`${name}, alone`, seen.alone), latencyLine(`${name}, beside`, seen.beside));
      notes.push(noteOn(attack, seen));
      const applies = place.kind === 'PostgreSQL' || !serverOnly;
      for (const bound of bounds) {
        const target = bound(seen, applies);
        targets.push({ ...target, text: `${name}: ${target.text}` });
      }
    } catch (error) {
      if (!(error instanceof NotPossible)) throw error;
      notes.push(`${name}: skipped. ${error.message}`);
    }
  }
  const title = `Requests of neighbours, alone and beside a bad caller${proxy ? ', through HAProxy' : ''}`;
  return { title, figures: [], lines, notes, targets };
};
