import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { InsightQuestion } from './wire.ts';

/** Number of cached answers, and their lifetime in milliseconds. */
const CACHE = { max: 1000, ttl: 5 * 60_000 };

/**
 * Answers a repeated question once. A key applies to one question only, so a reused key never returns the answer to
 * another question. Repeats during the first call wait for its answer.
 */
export function idempotent<Rest extends unknown[], Answer>(
  answer: (question: InsightQuestion, ...rest: Rest) => Promise<Answer>,
): (key: string, question: InsightQuestion, ...rest: Rest) => Promise<Answer> {
  const cache = new LRUCache<string, Promise<Answer>>(CACHE);

  return (key, question, ...rest) => {
    if (key === '') return answer(question, ...rest);
    const cacheKey = createHash('sha256')
      .update(`${key}\n${JSON.stringify(question)}`)
      .digest('base64');
    const cached = cache.get(cacheKey);
    if (cached) return cached;

    const pending = answer(question, ...rest);
    cache.set(cacheKey, pending);
    pending.catch(() => cache.delete(cacheKey));
    return pending;
  };
}
