import type { ServerResponse } from 'node:http';
import { type EngineCall, startEngine } from '../../demo/services/engines/server.ts';
import { asker } from '../../routers/measurement/asking/asker.ts';
import { returnLostCalls } from '../../routers/measurement/asking/record.ts';
import { finishRuns } from '../../routers/measurement/runs/finish-run.ts';
import type { Person } from './people.ts';
import type { Portal } from './portal.ts';

export const MEASUREMENT = '/api/visibility/measurement';

type Instead = (call: EngineCall, response: ServerResponse) => boolean;

/** Two engine servers whose answers a test sets, and the settings of a portal that asks them. */
export async function startTestEngines() {
  const behaviour: {
    say: (question: string) => string;
    instead: Instead | undefined;
    modelOf: ((question: string) => string | undefined) | undefined;
  } = {
    say: () => 'Example is excellent.',
    instead: undefined,
    modelOf: undefined,
  };
  const start = (engine: 'openai' | 'perplexity') =>
    startEngine({
      engine,
      say: (question) => ({
        text: behaviour.say(question),
        sources: [],
        model: behaviour.modelOf?.(question) ?? `demo-${engine}`,
      }),
      instead: (call, response) => behaviour.instead?.(call, response) ?? false,
    });
  const servers = [await start('openai'), await start('perplexity')] as const;
  const [openai, perplexity] = servers;
  return {
    behaviour,
    openai,
    perplexity,
    env: {
      ENGINE_OPENAI_KEY: 'key-of-openai-1',
      ENGINE_OPENAI_URL: openai.url,
      ENGINE_PERPLEXITY_KEY: 'key-of-perplexity-1',
      ENGINE_PERPLEXITY_URL: perplexity.url,
    },
    close: () => Promise.all(servers.map((server) => server.close())),
  };
}

/** Adds questions to the measurement of an administrator. */
export async function addPrompts(admin: Person, count: number) {
  for (let at = 1; at <= count; at++) await admin.post(`${MEASUREMENT}/prompts`, { text: `question number ${at}` });
}

/** Lets the portal ask and finish until a run has ended. */
export async function workOffRuns({ deps }: Portal, hasEnded: () => Promise<boolean>) {
  for (let round = 0; round < 200; round++) {
    await returnLostCalls(deps.database.asMaintenance());
    await deps.use(asker).askDue();
    await finishRuns(deps);
    if (await hasEnded()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The run did not end.');
}

/** Lets the portal ask and finish until a run has ended, and returns it. */
export async function endOfRun(portal: Portal, admin: Person, id: string) {
  const read = async () => (await admin.get(`${MEASUREMENT}/runs/${id}`)).json().data;
  await workOffRuns(portal, async () => Boolean((await read()).finishedAt));
  return read();
}
