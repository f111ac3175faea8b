import type { aeoEvidence, EngineCount, SourceCount } from '../../../db/schema/index.ts';
import { betweenSteps } from '../../../server/http/slices.ts';
import { oneDecimal, percent } from '../../rounding.ts';
import { shares } from '../../shares.ts';
import { type AssistantAnswer, KEPT_SOURCES } from '../aeo/answer.ts';
import { registrableDomain } from './domains.ts';
import { intervalsAreDisjoint, wilsonInterval } from './wilson.ts';

/** Answers and those that mention the client. */
type Sample = Pick<typeof aeoEvidence.$inferSelect, 'answers' | 'mentions'>;

const domainsOf = (names: readonly string[]) => new Set(names.map((name) => registrableDomain(name) ?? name));

/** What is counted of an answer. Reading the domains of a large scan takes a tenth of a second: others run in between. */
async function readAnswers(answers: readonly AssistantAnswer[]) {
  const read = [];
  for (const { engine, mentioned, citations, competitors } of answers) {
    const cited = citations.flatMap(({ url }) => registrableDomain(url) ?? []);
    read.push({ engine, mentioned, cited, named: domainsOf(competitors) });
    await betweenSteps();
  }
  return read;
}

type Read = Awaited<ReturnType<typeof readAnswers>>;

const mentionsIn = (answers: Read) => answers.filter(({ mentioned }) => mentioned).length;

function countEngines(answers: Read): EngineCount[] {
  const byEngine = Map.groupBy(answers, ({ engine }) => engine);
  return [...byEngine].map(([engine, given]) => ({
    engine,
    answers: given.length,
    mentions: mentionsIn(given),
    competitorMentions: given.reduce((sum, { named }) => sum + named.size, 0),
  }));
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
  return {
    answers: answers.length,
    mentions: mentionsIn(read),
    engines: countEngines(read),
    ...countSources(read, competitors),
  };
}

const intervalOf = ({ answers, mentions }: Sample) => wilsonInterval(mentions, answers);

/** The share of answers that mention the client in percent, with its 95% interval. */
export function mentionRate(sample: Sample) {
  const { low, high } = intervalOf(sample);
  const rate = percent(sample.mentions, sample.answers);
  return { mentionRate: rate, low: oneDecimal(100 * low), high: oneDecimal(100 * high), sampleSize: sample.answers };
}

/** Whether the rate differs significantly from that of the run before: their intervals do not overlap. */
export const isSignificant = (sample: Sample, before: Sample | undefined) =>
  before !== undefined && intervalsAreDisjoint(intervalOf(sample), intervalOf(before));

/** Own mentions among all mentions, in percent; null without any. */
function shareOfVoice(engines: readonly EngineCount[]): number | null {
  const own = engines.reduce((sum, { mentions }) => sum + mentions, 0);
  const all = engines.reduce((sum, { competitorMentions }) => sum + competitorMentions, own);
  return all === 0 ? null : percent(own, all);
}

/** The figures of each AI assistant, highest rate first. */
export const engineFigures = (engines: readonly EngineCount[]) =>
  engines
    .map((engine) => ({
      engine: engine.engine,
      ...mentionRate(engine),
      shareOfVoice: shareOfVoice([engine]),
    }))
    .sort(
      (one, other) =>
        other.mentionRate - one.mentionRate ||
        other.sampleSize - one.sampleSize ||
        (one.engine < other.engine ? -1 : 1),
    );

/** The most cited domains with their shares of all citations in percent; `website` is the organization's own. */
export function sourceFigures({ sources, citations }: Pick<Evidence, 'sources' | 'citations'>, website: string | null) {
  const own = website === null ? null : registrableDomain(website);
  const counts = sources.map(({ citations }) => citations);
  const others = citations === null ? 0 : citations - counts.reduce((sum, count) => sum + count, 0);
  const parts = shares([...counts, others]);
  return sources.map(({ domain, citations, competitor }, index) => {
    const isOwn = domain === own;
    return { domain, citations, share: parts[index] ?? 0, own: isOwn, competitor: competitor && !isOwn };
  });
}

interface Evidence extends Sample {
  asOf: Date;
  engines: EngineCount[];
  citations: number | null;
  sources: SourceCount[];
}

/** The figures of the latest scan with answers, compared with the scan before; undefined without any. */
export function evidenceFigures([latest, before]: readonly Evidence[], website: string | null) {
  if (!latest) return undefined;
  const rate = mentionRate(latest);
  return {
    asOf: latest.asOf,
    ...rate,
    change: before ? oneDecimal(rate.mentionRate - mentionRate(before).mentionRate) : null,
    significant: isSignificant(latest, before),
    shareOfVoice: shareOfVoice(latest.engines),
    engines: engineFigures(latest.engines),
    sources: sourceFigures(latest, website),
  };
}
