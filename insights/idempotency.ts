import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { InsightQuestion } from './wire.ts';

/** How long and for how many questions an answer is kept for whoever asks again with the same key. */
const KEPT = { max: 1000, ttl: 5 * 60_000 };

/**
 * Answers a repeated question once. A key is good for the very same question only: with another one it is as if it were
 * new, so nobody gets somebody else's answer. Who asks while the answer is under way waits for that one.
 */
export function once<Rest extends unknown[], Answer>(
  answer: (question: InsightQuestion, ...rest: Rest) => Promise<Answer>,
): (key: string, question: InsightQuestion, ...rest: Rest) => Promise<Answer> {
  const kept = new LRUCache<string, Promise<Answer>>(KEPT);

  return (key, question, ...rest) => {
    if (key === '') return answer(question, ...rest);
    const name = createHash('sha256')
      .update(`${key}\n${JSON.stringify(question)}`)
      .digest('base64');
    const known = kept.get(name);
    if (known) return known;

    const made = answer(question, ...rest);
    kept.set(name, made);
    made.catch(() => kept.delete(name));
    return made;
  };
}
