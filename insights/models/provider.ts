import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, type JSONSchema7, type LanguageModel, Output } from 'ai';
import type { Provider } from '../config.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { DRAFT_SCHEMA, DraftRejected } from './draft.ts';
import { ProviderError } from './failure.ts';
import type { Prompt } from './prompt.ts';

// It would write the provider's remarks on the console.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

const OUTPUT_TOKENS = 4000;
/** Characters; several times what an answer that passes can have. */
const TEXT_MOST = 64 * 1024;

/** What a provider wrote, not yet looked at, and what it says that it cost. */
export interface ProviderResponse {
  draft: unknown;
  tokens: { input: number; output: number };
}

/** OpenAI's own endpoint refuses the older name of the limit for its newer models; others know no other. */
const tokenLimitOption = ({ url }: Provider) =>
  new URL(url).hostname === 'api.openai.com'
    ? {
        transformRequestBody: ({ max_tokens, ...body }: Record<string, unknown>) => ({
          ...body,
          max_completion_tokens: max_tokens,
        }),
      }
    : {};

function modelOf(provider: Provider): LanguageModel {
  const { kind, url, key, model } = provider;
  if (kind === 'anthropic') return createAnthropic({ baseURL: url, apiKey: key ?? '', fetch: boundedFetch })(model);
  return createOpenAICompatible({
    name: 'provider',
    baseURL: url,
    ...(key && { apiKey: key }),
    supportsStructuredOutputs: true,
    fetch: boundedFetch,
    ...tokenLimitOption(provider),
  })(model);
}

/** The JSON object in a text, which some models put into a code fence or between words. */
function objectIn(text: string): unknown {
  if (text.length > TEXT_MOST) throw new DraftRejected('size');
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}

const count = (tokens: number | undefined) =>
  Number.isFinite(tokens) ? Math.min(10_000_000, Math.max(0, Math.round(tokens ?? 0))) : 0;

// The schema is sent along and the text is read here: what does not fit is to be told apart and counted.
const structured = {
  ...Output.text(),
  responseFormat: Promise.resolve({ type: 'json' as const, schema: DRAFT_SCHEMA as JSONSchema7, name: 'answer' }),
};

/** One call of one provider, without repeats. Throws {@link ProviderError} or {@link DraftRejected}. */
export function openProvider(provider: Provider) {
  const model = modelOf(provider);
  // Some endpoints take neither a schema nor a limit and answer 400: then they get neither, from then on.
  let plain = false;

  const call = async (
    { instructions, message }: Prompt,
    signal: AbortSignal,
    bare: boolean,
  ): Promise<ProviderResponse> => {
    const { output, totalUsage } = await generateText({
      model,
      instructions,
      prompt: message,
      maxRetries: 0,
      abortSignal: signal,
      ...(bare ? {} : { output: structured, maxOutputTokens: OUTPUT_TOKENS }),
    }).catch((error) => {
      throw failureOf(error, signal);
    });
    const { inputTokens, outputTokens } = totalUsage;
    return { draft: objectIn(output), tokens: { input: count(inputTokens), output: count(outputTokens) } };
  };

  return (prompt: Prompt, signal: AbortSignal): Promise<ProviderResponse> =>
    call(prompt, signal, plain).catch(async (error) => {
      if (plain || ![400, 422].includes(error.status)) throw error;
      const written = await call(prompt, signal, true);
      plain = true;
      return written;
    });
}

/** Finds the failure in whatever it was wrapped in; what is none is an answer that could not be read. */
function failureOf(error: unknown, signal: AbortSignal): ProviderError {
  if (error instanceof ProviderError) return error;
  if (signal.aborted) return new ProviderError('timeout');
  const inner = error instanceof Error ? (error.cause ?? Reflect.get(error, 'lastError')) : undefined;
  return inner instanceof Error ? failureOf(inner, signal) : new ProviderError('unreadable');
}
