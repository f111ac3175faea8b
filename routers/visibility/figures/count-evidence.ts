import { hash } from 'node:crypto';
import type { AeoReadings, EngineCount, SourceCount } from '../../../db/schema/index.ts';
import { yieldWhenDue } from '../../../flow/yield.ts';
import { foldCase } from '../../values/fold-case.ts';
import { oneDecimal } from '../../values/rounding.ts';
import { type AssistantAnswer, KEPT_SOURCES } from '../aeo/answer.ts';
import { registrableDomain } from './domains.ts';
import { rateInterval, type Sample } from './rate-interval.ts';

// What is counted of the answers of a scan once, when it comes.

const domainsOf = (names: readonly string[]) => new Set(names.map((name) => registrableDomain(name) ?? name));

/** Questions are the same in any case and spacing. Their digest tells them apart in a quarter of the room. */
export const questionKey = (prompt: string) =>
  hash(
    'sha256',
    foldCase(prompt)
      .replaceAll(/[\s\u0085]+/g, ' ')
      .trim(),
    'base64url',
  ).slice(0, 22);

/**
 * What is counted of an answer. Reading the domains of a large scan takes a tenth of a second: others run in between.
 */
async function readAnswers(answers: readonly AssistantAnswer[]) {
  const read = [];
  for (const { engine, model = null, prompt, mentioned, citations, competitors } of answers) {
    const cited = citations.flatMap(({ url }) => registrableDomain(url) ?? []);
    read.push({ engine, model, prompt: questionKey(prompt), mentioned, cited, named: domainsOf(competitors) });
    await yieldWhenDue();
  }
  return read;
}

type Read = Awaited<ReturnType<typeof readAnswers>>;

const sampleOf = (answers: Read): Sample => ({
  readings: answers.length,
  mentions: answers.filter(({ mentioned }) => mentioned).length,
});

const samplesByPrompt = (answers: Read) =>
  [...Map.groupBy(answers, ({ prompt }) => prompt)].map(([prompt, given]) => ({ prompt, ...sampleOf(given) }));

/** The ends of the interval of a rate in percent, null for the answers to one question. */
function intervalOf(answers: Read) {
  const interval = rateInterval(samplesByPrompt(answers));
  return interval
    ? { low: oneDecimal(100 * interval.low), high: oneDecimal(100 * interval.high) }
    : { low: null, high: null };
}

const byEngine = (answers: Read) => [...Map.groupBy(answers, ({ engine }) => engine)];

const countEngines = (answers: Read): EngineCount[] =>
  byEngine(answers).map(([engine, given]) => ({
    engine,
    answers: given.length,
    mentions: sampleOf(given).mentions,
    competitorMentions: given.reduce((sum, { named }) => sum + named.size, 0),
    ...intervalOf(given),
  }));

const modelsOf = (answers: Read) =>
  [...new Set(answers.map(({ model }) => model))].sort((one, other) =>
    JSON.stringify(one) < JSON.stringify(other) ? -1 : 1,
  );

type Cell = AeoReadings['cells'][number];

/** The answers by question and assistant, for the comparison with other scans. */
function countReadings(answers: Read): AeoReadings {
  const engines = byEngine(answers);
  return {
    engines: engines.map(([engine, given]) => ({ engine, models: modelsOf(given) })),
    cells: engines.flatMap(([, given], at) =>
      samplesByPrompt(given).map(({ prompt, readings, mentions }): Cell => [prompt, at, readings, mentions]),
    ),
  };
}

const byCitations = (one: SourceCount, other: SourceCount) =>
  other.citations - one.citations || (one.domain < other.domain ? -1 : 1);

function countSources(answers: Read, competitors: ReadonlySet<string>) {
  const domains = answers.flatMap(({ cited }) => cited);
  const sources = [...Map.groupBy(domains, (domain) => domain)]
    .map(([domain, cited]) => ({ domain, citations: cited.length, competitor: competitors.has(domain) }))
    .sort(byCitations);
  return { citations: domains.length, sources: sources.slice(0, KEPT_SOURCES) };
}

/** The mention figures of a scan. Competitors are named in the answers or compared by the scan. */
export async function countEvidence(answers: readonly AssistantAnswer[], compared: readonly string[]) {
  const read = await readAnswers(answers);
  const competitors = new Set([...domainsOf(compared), ...read.flatMap(({ named }) => [...named])]);
  const readings = countReadings(read);
  return {
    answers: answers.length,
    mentions: sampleOf(read).mentions,
    ...intervalOf(read),
    prompts: new Set(read.map(({ prompt }) => prompt)).size,
    cells: readings.cells.length,
    lastAskedAt: new Date(Math.max(...answers.map(({ askedAt }) => Date.parse(askedAt)))),
    readings,
    engines: countEngines(read),
    ...countSources(read, competitors),
  };
}
