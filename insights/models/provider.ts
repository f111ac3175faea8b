import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, type JSONSchema7, type LanguageModel, Output } from 'ai';
import type { Provider } from '../config.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { DRAFT_SCHEMA, DraftRejected, isDraft } from './draft.ts';
import { ProviderError } from './failure.ts';
import { jsonObjectsIn } from './json-objects.ts';
import type { Prompt } from './prompt.ts';

// The SDK would print provider warnings on the console.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

const OUTPUT_TOKENS = 4000;
/** Maximum characters of a response; several times a valid answer. */
const MAX_TEXT = 64 * 1024;

/** The unvalidated output of a provider, and its reported token usage. */
interface ProviderResponse {
  draft: unknown;
  tokens: { input: number; output: number };
}

/** OpenAI requires the newer name of the token limit for its newer models; other endpoints know only the old one. */
const tokenLimitOption = ({ url }: Provider) =>
  new URL(url).hostname === 'api.openai.com'
    ? {
        transformRequestBody: ({ max_tokens, ...body }: Record<string, unknown>) => ({
          ...body,
          max_completion_tokens: max_tokens,
        }),
      }
    : {};

/** Adds what the configured address has after its path: the SDK would set it before its own. */
function fetchWith({ query }: Provider): typeof fetch {
  if (query === '') return boundedFetch;
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    url.search = query;
    return boundedFetch(url, init);
  };
}

function modelOf(provider: Provider): LanguageModel {
  const { kind, url, key, model } = provider;
  if (kind === 'anthropic')
    return createAnthropic({ baseURL: url, apiKey: key ?? '', fetch: fetchWith(provider) })(model);
  return createOpenAICompatible({
    name: 'provider',
    baseURL: url,
    ...(key && { apiKey: key }),
    supportsStructuredOutputs: true,
    fetch: fetchWith(provider),
    ...tokenLimitOption(provider),
  })(model);
}

/** The answer in a text: the last object that is one, else the last with some answer, whose flaw is then counted. */
function extractDraft(text: string): unknown {
  if (text.length > MAX_TEXT) throw new DraftRejected('size');
  const objects = [...jsonObjectsIn(text)];
  return objects.find(isDraft) ?? objects.find((object) => 'answer' in object) ?? objects[0];
}

const tokenCount = (tokens: number | undefined) =>
  Number.isFinite(tokens) ? Math.min(10_000_000, Math.max(0, Math.round(tokens ?? 0))) : 0;

// The SDK only sends the schema; validation happens in draft.ts, which counts each kind of flaw.
const structured = {
  ...Output.text(),
  responseFormat: Promise.resolve({ type: 'json' as const, schema: DRAFT_SCHEMA as JSONSchema7, name: 'answer' }),
};

/**
 * Opens a provider; the returned function calls it once, without retries.
 *
 * @throws {ProviderError} or {DraftRejected}
 */
export function openProvider(provider: Provider) {
  const model = modelOf(provider);
  // Some endpoints accept neither a schema nor a token limit; after the first 400 or 422 both are omitted.
  let omitOptions = false;

  const call = async (
    { instructions, message }: Prompt,
    signal: AbortSignal,
    withoutOptions: boolean,
  ): Promise<ProviderResponse> => {
    const { output, totalUsage } = await generateText({
      model,
      instructions,
      prompt: message,
      maxRetries: 0,
      abortSignal: signal,
      ...(withoutOptions ? {} : { output: structured, maxOutputTokens: OUTPUT_TOKENS }),
    }).catch((error) => {
      throw failureOf(error, signal);
    });
    const { inputTokens, outputTokens } = totalUsage;
    return {
      draft: extractDraft(output),
      tokens: { input: tokenCount(inputTokens), output: tokenCount(outputTokens) },
    };
  };

  return (prompt: Prompt, signal: AbortSignal): Promise<ProviderResponse> =>
    call(prompt, signal, omitOptions).catch(async (error) => {
      if (omitOptions || ![400, 422].includes(error.status)) throw error;
      const response = await call(prompt, signal, true);
      omitOptions = true;
      return response;
    });
}

/** Unwraps a provider error; any other error means an unreadable response. */
function failureOf(error: unknown, signal: AbortSignal): ProviderError {
  if (error instanceof ProviderError) return error;
  if (signal.aborted) return new ProviderError('timeout');
  const inner = error instanceof Error ? (error.cause ?? Reflect.get(error, 'lastError')) : undefined;
  return inner instanceof Error ? failureOf(inner, signal) : new ProviderError('unreadable');
}
