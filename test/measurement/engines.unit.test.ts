import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PROTOCOLS } from '../../demo/services/engines/protocols.ts';
import { type EngineCall, startEngine } from '../../demo/services/engines/server.ts';
import { engines } from '../../routers/measurement/engines/index.ts';
import { ENGINE_NAMES, type EngineName } from '../../routers/measurement/engines/names.ts';

const said = {
  text: 'Harbor Dental is excellent.',
  sources: [{ url: 'https://yelp.example/biz/harbor', title: 'Harbor on Yelp' }],
  model: 'demo-1',
};
const question = { text: 'best dentist?', language: 'de', place: { country: 'US', region: 'Maine', city: 'Portland' } };

type Instead = (call: EngineCall, response: ServerResponse) => boolean;

async function asking(engine: EngineName, instead?: Instead, timeout = 2000) {
  const server = await startEngine({ engine, say: () => said, ...(instead && { instead }) });
  onTestFinished(() => server.close());
  let more = 0;
  const access = { key: 'the-key-1', model: 'asked-1', url: server.url };
  const another = async () => {
    more += 1;
  };
  const ask = () => engines[engine].ask(question, { access, another, timeout });
  return { server, ask, more: () => more };
}

const json = (response: ServerResponse, body: unknown, status = 200, headers = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  return true;
};

describe.each(ENGINE_NAMES)('The engine %s', (engine) => {
  it('answers with its model, text and citations', async () => {
    const { ask } = await asking(engine);

    const answer = await ask();

    expect(answer).toMatchObject({ model: 'demo-1' });
    expect(answer.text).toContain(said.text);
    expect(answer.citations.map(({ url }) => new URL(url).hostname)).toEqual(['yelp.example']);
  });

  it('gets the question as written, its place and language, and nothing else', async () => {
    const { ask, server } = await asking(engine);
    await ask();
    const [call] = server.calls;

    const sent = JSON.stringify(call?.body);

    expect(call?.question).toBe(question.text);
    expect(sent).toContain('Portland');
    expect(sent).toContain('language de');
    expect(sent).not.toContain('the-key-1');
    expect(sent).not.toMatch(/"(user|metadata|tags)":/);
  });

  it('of the demo refuses a call without a key, and one with a field that it does not know', async () => {
    const { ask, server } = await asking(engine);
    await ask();
    const [call] = server.calls;
    const { authorization = '', 'x-api-key': own = '', 'x-goog-api-key': google = '' } = call?.headers ?? {};
    const send = async (headers: Record<string, string>, more: object = {}) => {
      const all = { 'content-type': 'application/json', 'anthropic-version': '2023-06-01', ...headers };
      const init = { method: 'POST', headers: all, body: JSON.stringify({ ...call?.body, ...more }) };
      return (await fetch(server.url + call?.path, init)).status;
    };
    const key = { authorization, 'x-api-key': String(own), 'x-goog-api-key': String(google) };

    const unknown = await send(key, { user: 'somebody' });

    expect([await send(key), await send({})]).toEqual([200, 401]);
    expect(unknown).toBe(engine === 'perplexity' ? 200 : 400);
    expect(await send({ ...key, 'content-type': 'text/plain' })).toBe(400);
  });

  it.each([
    [429, 'limited', 7000],
    [401, 'refused', undefined],
    [503, 'refused', undefined],
  ])('that answers %i has %s the call', async (status, kind, retryAfter) => {
    const { ask } = await asking(engine, (_, response) => json(response, {}, status, { 'retry-after': '7' }));

    await expect(ask()).rejects.toMatchObject({ kind, retryAfter });
  });

  it.each<[string, Instead]>([
    ['redirects', (_, response) => json(response, {}, 302, { location: 'http://127.0.0.1:1/' })],
    ['is no JSON', (_, response) => Boolean(response.writeHead(200).end('<html>')) || true],
    ['has no words', (_, response) => json(response, PROTOCOLS[engine].answer({ ...said, text: ' … ', sources: [] }))],
    ['has 5 MB', (_, response) => json(response, { text: 'x'.repeat(5_000_000) })],
    [
      'is an error under 200',
      (_, response) =>
        json(response, { type: 'error', error: { message: 'no' }, output: [], content: [], choices: [] }),
    ],
  ])('whose answer %s has failed', async (_what, instead) => {
    const { ask } = await asking(engine, instead);

    await expect(ask()).rejects.toMatchObject({ kind: 'unusable' });
  });

  it('that is silent, stops in the middle or is away has lost or refused the call', async () => {
    const { ask } = await asking(engine, () => true, 200);
    const { ask: askHalf } = await asking(
      engine,
      (_, response) => response.writeHead(200).write('{"model":') || true,
      200,
    );
    const { ask: askClosed, server } = await asking(engine);
    await server.close();

    await expect(ask()).rejects.toMatchObject({ kind: 'lost' });
    await expect(askHalf()).rejects.toMatchObject({ kind: 'lost' });
    await expect(askClosed()).rejects.toMatchObject({ kind: 'refused' });
    server.close = async () => {};
  });

  it('without citations, or with addresses that are none, cites nothing', async () => {
    const bad = [{ url: 'javascript:alert(1)', title: 'x' }];
    const sources = engine === 'gemini' ? [] : bad;
    const { ask } = await asking(engine, (_, response) =>
      json(response, PROTOCOLS[engine].answer({ ...said, sources })),
    );

    expect((await ask()).citations).toEqual([]);
  });
});

describe('Engines', () => {
  it('go on after a pause, which is another call', async () => {
    let calls = 0;
    const { ask, more, server } = await asking('anthropic', (_, response) => {
      calls += 1;
      const answer = { ...PROTOCOLS.anthropic.answer(said), stop_reason: calls === 1 ? 'pause_turn' : 'end_turn' };
      return json(response, answer);
    });

    const answer = await ask();

    expect(answer.text).toBe(said.text.repeat(2));
    expect(more()).toBe(1);
    expect(server.calls[1]?.body.messages).toHaveLength(2);
  });

  it('cite only what supports the answer', async () => {
    const { ask } = await asking('perplexity', (_, response) =>
      json(response, {
        model: 'sonar',
        choices: [{ message: { content: 'Harbor [2].' } }],
        citations: ['https://one.example/', 'https://two.example/'],
      }),
    );

    expect((await ask()).citations).toEqual([{ url: 'https://two.example/', title: null }]);
  });
});
