import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServiceAnswer } from '../../../insights/wire.ts';
import {
  type AiProvider,
  type Behaviour,
  DRAFT,
  draft,
  flood,
  raw,
  silence,
  startProvider,
  text,
} from '../../helpers/ai-providers.ts';
import { question } from '../../helpers/contexts.ts';
import { type InsightsProcess, named, startInsights } from '../../helpers/insights-process.ts';

const KEYS = { primary: 'sk-canary-primary-4f9a', secondary: 'sk-ant-canary-secondary-77b1' };
const MARK = 'an inside word of the provider';
const WHY = question('nlq', 'Why did my score drop?');
const OPENING = /^AI analysis is unavailable right now; this was computed from your own figures\. /;

let primary: AiProvider;
let secondary: AiProvider;
let service: InsightsProcess;
beforeAll(async () => {
  [primary, secondary] = await Promise.all([startProvider('openai'), startProvider('anthropic')]);
  service = await startInsights({
    ...named('PRIMARY', primary, KEYS.primary),
    ...named('SECONDARY', secondary, KEYS.secondary),
  });
});
afterAll(async () => {
  await service.kill();
  expect([...primary.refused, ...secondary.refused]).toEqual([]);
  await Promise.all([primary.close(), secondary.close()]);
});

const withDraft = (facts: object) => draft({ ...DRAFT, ...facts });
const saying = (answer: string) => withDraft({ answer });

const FAULTS: [what: string, behaviour: Behaviour][] = [
  ['answers 500', raw(500, JSON.stringify({ error: { message: MARK } }))],
  ['answers 503', raw(503, MARK)],
  ['answers 429', raw(429, JSON.stringify({ error: { message: MARK } }))],
  ['answers 401 with the key in its text', raw(401, `Incorrect API key provided: ${KEYS.primary} ${KEYS.secondary}`)],
  ['answers 400', raw(400, JSON.stringify({ error: { message: MARK } }))],
  ['answers 404', raw(404, `<html>${MARK}</html>`)],
  ['redirects', (response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end()],
  ['hangs up', (response) => response.destroy()],
  ['never answers', silence],
  ['stops in the middle', (response) => response.writeHead(200).write('{"choices":[')],
  ['sends garbage', raw(200, `<html>${MARK}</html>`)],
  ['sends nothing', raw(200, '')],
  ['sends 20 MB', flood(20)],
  ['sends another envelope', raw(200, JSON.stringify({ result: MARK }))],
  ['writes prose', text(`${MARK}: the score is fine.`)],
  ['writes another schema', draft({ text: MARK })],
  ['writes an answer that is no text', withDraft({ answer: { text: MARK } })],
  ['writes nothing', saying('   ')],
  ['writes too much', saying(`${MARK} `.repeat(400))],
  ['writes 100,000 nested lists', text('{"answer":'.padEnd(50_000, '['))],
  ['invents a figure', saying(`${MARK}: the score is 73.1.`)],
  ['invents a percentage', saying(`${MARK}: traffic grew by 25%.`)],
  ['invents a figure in words', saying(`${MARK}: seventy reviews came in.`)],
  ['invents a multiple in words', saying(`${MARK}: sessions doubled.`)],
  ['invents a share in words', saying(`${MARK}: die Hälfte der Besucher kam wieder.`)],
  ['invents a figure in disguise', saying(`${MARK}: the score is \uff17\u200b\uff13.`)],
  ['invents a figure in a suggestion', withDraft({ suggestions: [`${MARK}: how do we reach 90?`] })],
  ['links', saying(`${MARK}: see https://evil.example/x`)],
  ['links in Markdown', saying(`${MARK}: [here](//evil.example)`)],
  ['links by a bare host', saying(`${MARK}: go to evil.example now`)],
  ['writes a mail address', saying(`${MARK}: write to boss@evil`)],
  ['writes HTML', saying(`${MARK} <img src=x>`)],
  ['makes six suggestions', withDraft({ suggestions: Array.from({ length: 6 }, () => MARK) })],
  ['names an unknown source', withDraft({ sources: ['visibility_scores', MARK] })],
  ['gives a confidence above 1', withDraft({ confidence: 1.5 })],
];

const everythingSaid = (answer: object) => JSON.stringify(answer) + service.said.stdout + service.said.stderr;

function expectNothingPrivate(answer: object) {
  const said = everythingSaid(answer);
  expect(said).not.toContain(MARK);
  expect(said).not.toMatch(/canary|evil/);
  expect(said).not.toContain(service.secret);
  expect(said).not.toContain(WHY.query);
}

describe('A primary provider that', () => {
  it.each(FAULTS)('%s is followed by the secondary provider', async (_what, behaviour) => {
    primary.becomes(behaviour);
    secondary.becomes(draft());

    const answer = await service.ask(WHY, { 'x-deadline-ms': '2500' });

    expect(ServiceAnswer.parse(answer)).toEqual(answer);
    expect(answer).toMatchObject({ ...DRAFT, type: 'answer' });
    expect(answer.metadata).toMatchObject({
      ai_provider: 'anthropic',
      ai_model: 'secondary-model-7b',
      tokens_used: 234,
      tokens_input: expect.any(Number),
    });
    expect(secondary.asked).toHaveLength(1);
    expectNothingPrivate(answer);
  });

  it('answers validly is the only one asked', async () => {
    primary.becomes(draft());
    secondary.becomes(draft());

    const answer = await service.ask(WHY);

    expect(answer).toMatchObject(DRAFT);
    expect(answer.metadata).toMatchObject({ ai_provider: 'openai', ai_model: 'primary-model-7b', tokens_used: 321 });
    expect([primary.asked.length, secondary.asked.length]).toEqual([1, 0]);
    expect(answer.recommendations[0]).toMatchObject({ title: 'Ask for reviews and answer them', priority_score: 100 });
  });

  it.each([
    ['a code fence', `\`\`\`json\n${JSON.stringify(DRAFT)}\n\`\`\``],
    ['words', `Here you are: ${JSON.stringify(DRAFT)} Anything else?`],
    ['thoughts with braces', `<think>{about: score}</think>${JSON.stringify(DRAFT)}`],
    [
      'thoughts that hold another answer',
      `<think>${JSON.stringify({ ...DRAFT, answer: 'Hm.' })}</think>${JSON.stringify(DRAFT)}`,
    ],
    ['braces', `Of {data} and {"visibility":{"change":-3.2}}: ${JSON.stringify(DRAFT)} (from {data})`],
    ['another object', JSON.stringify({ result: DRAFT, note: 'with a { and a "quote' })],
    [
      'a fence after an unfinished object',
      `{"answer": "The score\n\n\`\`\`json\n${JSON.stringify(DRAFT, null, 2)}\n\`\`\``,
    ],
  ])('puts its answer between %s is understood', async (_what, written) => {
    primary.becomes(text(written));

    const answer = await service.ask(WHY);

    expect(answer).toMatchObject(DRAFT);
  });

  it('gives no confidence gets that of the data', async () => {
    primary.becomes(
      draft({ answer: 'Reviews hold the score back.', sources: ['visibility_scores', 'visibility_scores'] }),
    );

    const answer = await service.ask(WHY);

    expect(answer).toMatchObject({ confidence: 0.82, sources: ['visibility_scores'], suggestions: [] });
  });

  it('adds invisible characters has them removed', async () => {
    primary.becomes(saying('The score\u202e is\u0000 58\u200b.4.\ud800'));

    const { answer } = await service.ask(WHY);

    expect(answer).toBe('The score is 58.4.\ufffd');
  });

  it('reports an absurd number of tokens is capped', async () => {
    primary.becomes((response) =>
      raw(
        200,
        JSON.stringify({
          choices: [{ message: { role: 'assistant', content: JSON.stringify(DRAFT) }, finish_reason: 'stop' }],
          usage: { prompt_tokens: 1e15, completion_tokens: -5, total_tokens: 1e15 },
        }),
      )(response, Object),
    );

    const { metadata } = await service.ask(WHY);

    expect(metadata.tokens_used).toBe(10_000_000);
  });
});

describe('Two failing providers', () => {
  it.each(FAULTS.filter(([what]) => !what.startsWith('never') && !what.startsWith('stops')))(
    'lead to a deterministic answer that says so when each %s',
    async (_what, behaviour) => {
      primary.becomes(behaviour);
      secondary.becomes(behaviour);

      const answer = await service.ask(WHY);

      expect(ServiceAnswer.parse(answer)).toEqual(answer);
      expect(answer.answer).toMatch(OPENING);
      expect(answer.answer).toContain('fell by 3.2 points');
      expect(answer.confidence).toBeLessThanOrEqual(0.5);
      expect(answer.metadata).toMatchObject({ ai_provider: 'deterministic', ai_model: 'rules-1', tokens_used: 0 });
      expect(primary.asked.at(-1)?.at).toBeLessThan(secondary.asked[0]?.at ?? 0);
      expectNothingPrivate(answer);
    },
  );

  it('are counted by reason', async () => {
    const metrics = await service.metrics();

    expect(metrics).toMatch(/insights_provider_failures_total\{provider="primary",reason="status"\} [1-9]/);
    expect(metrics).toMatch(/insights_provider_failures_total\{provider="primary",reason="timeout"\} [1-9]/);
    expect(metrics).toMatch(/insights_provider_failures_total\{provider="secondary",reason="too_large"\} [1-9]/);
    for (const reason of ['schema', 'size', 'sources', 'links', 'figures'])
      expect(metrics).toMatch(
        new RegExp(`insights_rejected_answers_total\\{provider="primary",reason="${reason}"\\} [1-9]`),
      );
    expect(metrics).toMatch(/insights_failovers_total [1-9]/);
    expect(metrics).toMatch(/insights_degradations_total\{type="nlq",reason="unanswered"\} [1-9]/);
    expect(metrics).toMatch(/insights_tokens_total\{provider="secondary",direction="output"\} [1-9]/);
    expect(metrics).toMatch(/insights_query_duration_seconds_count\{type="nlq",provider="deterministic"\} [1-9]/);
    expect(metrics).not.toMatch(/canary|model-7b/);
  });
});

it.each(['scoring', 'playbook'] as const)('%s asks no provider', async (type) => {
  primary.becomes(draft());

  const { metadata } = await service.ask(question(type));

  expect(metadata).toMatchObject({ ai_provider: 'deterministic', tokens_used: 0 });
  expect(primary.asked).toEqual([]);
});
