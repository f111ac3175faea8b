import type { Server } from '../fleet.ts';

/** A member of an organization who changes a goal of their own, and a colleague. */
export interface Writer {
  cookie: string;
  colleague: string;
  goalId: string;
}

async function call(url: string, cookie: string, body?: object) {
  const response = await fetch(url, {
    method: body ? 'PUT' : 'GET',
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { data: { goal_id: string; title: string }[] };
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}.`);
  return answer;
}

/** Writes and then reads, as the writer and as the colleague; returns how many of the reads did not show the write. */
export async function writeAndRead({ url }: Server, writers: Writer[], pairs: number): Promise<number> {
  let [left, stale] = [pairs, 0];
  const goals = `${url}/api/dashboard/goals`;
  await Promise.all(
    writers.map(async ({ cookie, colleague, goalId }) => {
      while (left > 0) {
        const title = `Pair ${left--}`;
        await call(`${goals}/${goalId}`, cookie, { title });
        const read = await Promise.all([call(goals, cookie), call(goals, colleague)]);
        for (const { data } of read) if (data.find(({ goal_id }) => goal_id === goalId)?.title !== title) stale++;
      }
    }),
  );
  return stale;
}
