import { z } from 'zod';
import { besideQuestion, completeAnswer, type Engine, locationOf, MaybeText, parseAnswer } from './engine.ts';
import { EngineFailure } from './failure.ts';
import { endpoint, postJson } from './post-json.ts';

const Citation = z.looseObject({ url: MaybeText, title: MaybeText });
const Block = z.looseObject({ type: MaybeText, text: MaybeText, citations: z.array(Citation).nullish() });
const Answer = z.looseObject({
  type: MaybeText,
  model: MaybeText,
  stop_reason: MaybeText,
  content: z.array(Block),
});

/** Calls of one answer: a long search is paused and goes on with the next. */
const MOST_CALLS = 4;

/** Anthropic’s Messages with web search. */
export const anthropic: Engine = {
  async ask({ text, language, place }, { access: { key, model, url }, another, ...how }) {
    const beside = besideQuestion({ language, place: null });
    const location = place && { user_location: { type: 'approximate', ...locationOf(place) } };
    const asked = {
      model,
      max_tokens: 2048,
      tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 5, ...location }],
      ...(beside && { system: beside }),
    };
    const headers = { 'x-api-key': key ?? '', 'anthropic-version': '2023-06-01' };
    const blocks: z.infer<typeof Block>[] = [];
    let named = model;
    for (let call = 1; ; call++) {
      const paused = blocks.length > 0 ? [{ role: 'assistant', content: blocks }] : [];
      const body = { ...asked, messages: [{ role: 'user', content: text }, ...paused] };
      const answer = parseAnswer(Answer, await postJson(endpoint(url, 'v1', 'messages'), headers, body, how));
      if (answer.type === 'error') throw new EngineFailure('unusable', 'The engine reports an error.');
      blocks.push(...answer.content);
      named = answer.model ?? named;
      if (answer.stop_reason !== 'pause_turn' || call === MOST_CALLS) break;
      await another();
    }
    const texts = blocks.filter(({ type }) => type === 'text');
    return completeAnswer({
      text: texts.map((block) => block.text ?? '').join(''),
      model: named,
      access: 'messages, web search',
      citations: texts
        .flatMap(({ citations }) => citations ?? [])
        .flatMap((cited) => (cited.url ? [{ url: cited.url, title: cited.title }] : [])),
    });
  },
};
