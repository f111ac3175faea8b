import type { Env } from '../../../server/env.ts';

/** The AI assistants that the portal can ask. */
export const ENGINE_NAMES = ['openai', 'anthropic', 'gemini', 'perplexity'] as const;

export type EngineName = (typeof ENGINE_NAMES)[number];

/** How an assistant is reached; without a key it is not available. */
export interface EngineAccess {
  key: string | undefined;
  model: string;
  /** Root of its API. */
  url: string;
}

/** The configuration of an assistant. */
export function accessOf(env: Env, engine: EngineName): EngineAccess {
  const name = engine.toUpperCase() as Uppercase<EngineName>;
  return { key: env[`ENGINE_${name}_KEY`], model: env[`ENGINE_${name}_MODEL`], url: env[`ENGINE_${name}_URL`] };
}

/** The assistants that have a key. */
export const availableEngines = (env: Env) => ENGINE_NAMES.filter((engine) => accessOf(env, engine).key !== undefined);
