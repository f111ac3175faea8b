import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';
import { webhooks as webhookTable } from '../../db/schema/index.ts';
import { secrets } from '../environment.ts';
import type { Pace } from '../flags.ts';
import { openFleet, type Server } from '../fleet.ts';
import type { Place } from '../place.ts';
import { median } from '../rounds.ts';
import { settle } from '../seed.ts';
import { cpuOfEdit, cpuOfEvent, type Editor, edit, seedEditor, seedWebhook } from '../webhooks/editors.ts';
import { hangingReceiver, promptReceiver } from '../webhooks/receivers.ts';
import { atMost, type Section } from './section.ts';

const PER_SECOND = 50;
/** Organizations whose people cause them, and whose webhooks lead to the prompt receiver. */
const EDITORS = 5;
/** Events that wait for each hanging receiver when the measurement begins. */
const WAITING = 500;
/** How long the last events may take, in milliseconds. */
const TIMEOUT = 30_000;

/**
 * Causes 50 events a second, and returns how many arrive in a second, and the CPU of the server for each with its
 * cause.
 */
async function load(server: Server, editors: Editor[], { delays }: { delays: number[] }, seconds: number) {
  const wanted = seconds * PER_SECOND;
  const before = await server.cpu();
  const began = performance.now();
  const edits: Promise<void>[] = [];
  for (let n = 0; n < wanted; n += 1) {
    await pause(Math.max(0, began + (n * 1000) / PER_SECOND - performance.now()));
    const editor = editors[n % editors.length];
    if (editor) edits.push(edit(server, editor));
  }
  await Promise.all(edits);
  const end = performance.now() + TIMEOUT;
  while (delays.length < wanted && performance.now() < end) await pause(20);
  if (delays.length < wanted) throw new Error(`${wanted - delays.length} of ${wanted} events did not arrive.`);
  const rate = (delays.length * 1000) / (performance.now() - began);
  return { rate, cpu: ((await server.cpu()) - before) / delays.length };
}

/** CPU of an edit that is an event for a webhook, of one that is for none, and of the event alone, in microseconds. */
async function costs(place: Place, server: Server, [told, untold]: [Editor, Editor], { rounds, seconds }: Pace) {
  const many = seconds * 100;
  const seen = { told: [] as number[], untold: [] as number[], event: [] as number[] };
  for (const editor of [told, untold]) await cpuOfEdit(server, editor, many);
  for (let round = 0; round < rounds; round += 1) {
    seen.told.push(await cpuOfEdit(server, told, many));
    seen.untold.push(await cpuOfEdit(server, untold, many));
  }
  await place.prepare(async (database: Database) => {
    await cpuOfEvent(database, told, many);
    for (let round = 0; round < rounds; round += 1) seen.event.push(await cpuOfEvent(database, told, many));
    // Their events are not to be sent in the measurement that follows.
    await database.asMaintenance().delete(webhookTable);
  });
  return { told: median(seen.told), untold: median(seen.untold), event: median(seen.event) };
}

/**
 * What an event costs its cause; and delays at a prompt receiver while others hang, of the same client and of another.
 */
export const webhooks: Section = async (place, pace) => {
  await using prompt = await promptReceiver();
  await using hanging = await hangingReceiver();
  const keys = secrets();
  const { told, untold, others } = await place.prepare(async (database) => {
    const [told, untold] = [await seedEditor(database), await seedEditor(database)];
    const others: Editor[] = [];
    while (others.length < EDITORS) others.push(await seedEditor(database));
    await seedWebhook(database, keys, told, prompt);
    await settle(database);
    return { told, untold, others };
  });

  await using fleet = openFleet(place);
  const cpu = await costs(place, await fleet.start('portal', keys), [told, untold], pace);

  await place.prepare(async (database) => {
    // What waits for the hanging ones is not to wait for the prompt one as well.
    for (const one of [...others.slice(0, 1), told])
      await seedWebhook(database, keys, one, { url: hanging.url, waiting: WAITING });
    for (const one of others) await seedWebhook(database, keys, one, prompt);
    await settle(database);
  });
  const server = await fleet.start('portalWithSweeps', keys);
  while (hanging.connections() === 0) await pause(20);
  await load(server, others, prompt, pace.warmUp);
  prompt.delays.length = 0;
  const { rate, cpu: perEvent } = await load(server, others, prompt, pace.rounds * pace.seconds);

  const delays = prompt.delays.toSorted((a, b) => a - b);
  const at = (share: number) => delays[Math.ceil(delays.length * share) - 1] ?? Number.NaN;
  const onServer = place.kind === 'PostgreSQL';
  return {
    title: `Webhooks: ${PER_SECOND} events a second for a prompt receiver, beside two that hang with ${WAITING} waiting each`,
    figures: [],
    lines: [
      { '': 'events delivered per second', figure: rate },
      { '': 'delay p50, ms', figure: at(0.5) },
      { '': 'delay p95, ms', figure: at(0.95) },
      { '': 'delay p99, ms', figure: at(0.99) },
      { '': 'edit of an action item, an event for one webhook, CPU µs', figure: cpu.told },
      { '': 'the same without webhooks, CPU µs', figure: cpu.untold },
      { '': 'the event alone, CPU µs', figure: cpu.event },
      { '': 'the edit and the delivery of its event, CPU µs', figure: perEvent },
    ],
    targets: [
      atMost('delay at the prompt receiver: p95 under 2 s', 2000, at(0.95), true),
      atMost('CPU of an event: at most 10 % of its cause', 10, (100 * cpu.event) / cpu.told, onServer),
    ],
  };
};
