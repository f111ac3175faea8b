import { LRUCache } from 'lru-cache';
import type { Deps } from '../../server/deps.ts';
import { seconds } from '../../server/durations.ts';
import { service } from '../../server/services.ts';
import { chatBody } from './chat-messages.ts';
import { type DueDelivery, type DueWebhook, findDueWebhooks, returnDelivery, takeDue } from './find-due.ts';
import { postEvent } from './post-event.ts';
import { recordAttempt } from './record-attempt.ts';
import { signedHeaders } from './secrets.ts';
import { senderMetrics } from './sender-metrics.ts';

type Taken = NonNullable<Awaited<ReturnType<typeof takeDue>>>;

/** Attempts at once in a process, and how many of these on webhooks that are not proven; of a client; of a webhook. */
const AT_ONCE = { all: 128, allUnproven: 64, clientUnproven: 4, webhook: 4, unproven: 1 };

/** A client’s part of the places that others leave, so that many who take all they may leave some. */
const SHARE = 1 / 8;

/**
 * Webhooks whose last attempt in this process was accepted within so many milliseconds are proven; how many are known.
 */
const PROMPT = seconds(5);
const PROVEN = 20_000;

/** An attempt, or room for one. */
interface Place extends DueWebhook {
  /** Whether the webhook fails, or has yet to answer promptly: whoever makes many may let all of them hang. */
  unproven: boolean;
}

/** Attempts that end within so many milliseconds are followed by one search. */
const TOGETHER = 10;

/** How long attempts may continue when the process ends, in milliseconds. */
const LAST = seconds(3);

/** Sends due deliveries. A slow receiver takes places of its own client only, and unproven ones a part of them. */
function openSender({ database, env, log, metrics }: Deps) {
  const db = database.asMaintenance();
  const count = senderMetrics(metrics);
  const places = new Set<Place>();
  const proven = new LRUCache<string, true>({ max: PROVEN });
  const running = new Set<Promise<void>>();
  const closing = new AbortController();
  let search: Promise<void> | undefined;
  let attempts = 0;
  let searchAgain = false;
  let soon: NodeJS.Timeout | undefined;

  const placesOf = (which: (place: Place) => boolean) => [...places].filter(which).length;
  const shareOf = (all: number, taken: number) => Math.max(1, Math.floor((all - taken) * SHARE));

  /** How many more attempts a webhook may have. */
  function roomFor({ clientId, webhookId, unproven }: Place) {
    const own = placesOf((place) => place.clientId === clientId);
    const ofWebhook = placesOf((place) => place.webhookId === webhookId);
    const room = [
      AT_ONCE.all - places.size,
      shareOf(AT_ONCE.all, places.size - own) - own,
      (unproven ? AT_ONCE.unproven : AT_ONCE.webhook) - ofWebhook,
    ];
    if (unproven) {
      const all = placesOf((place) => place.unproven);
      const ownUnproven = placesOf((place) => place.unproven && place.clientId === clientId);
      const most = Math.min(AT_ONCE.clientUnproven, shareOf(AT_ONCE.allUnproven, all - ownUnproven));
      room.push(AT_ONCE.allUnproven - all, most - ownUnproven);
    }
    return Math.max(0, Math.min(...room));
  }

  /** Those of clients with the fewest attempts first, else in their order. */
  function inTurn(due: DueWebhook[]): Place[] {
    const taken = Map.groupBy(places, ({ clientId }) => clientId);
    const held = ({ clientId }: DueWebhook) => taken.get(clientId)?.length ?? 0;
    return due
      .toSorted((one, other) => held(one) - held(other))
      .map((webhook) => ({ ...webhook, unproven: webhook.failing || !proven.has(webhook.webhookId) }));
  }

  async function send(delivery: DueDelivery, webhook: Taken['webhook']) {
    const at = new Date();
    const { eventId: id, body } = delivery;
    try {
      const message =
        webhook.format === 'standard'
          ? { body, headers: signedHeaders(env, webhook, { id, body }, at) }
          : { body: chatBody(webhook.format, body), headers: {} };
      const how = { publicOnly: env.production, signal: closing.signal };
      const attempt = await postEvent({ url: webhook.url, ...message }, how);
      if (attempt.error || attempt.durationMs > PROMPT) proven.delete(webhook.id);
      else proven.set(webhook.id, true);
      await recordAttempt(db, delivery, webhook, at, attempt);
      count(attempt, delivery);
    } catch (error) {
      await returnDelivery(db, delivery);
      if (!closing.signal.aborted) throw error;
    }
  }

  /** What waited for an attempt that has ended is not left until the next round. */
  function searchSoon() {
    if (closing.signal.aborted) return;
    soon ??= setTimeout(() => {
      soon = undefined;
      sendDue().catch((err) => log.warn({ err }, 'Due events could not be found.'));
    }, TOGETHER);
  }

  /** Runs work beside the search, so that a slow webhook keeps no other waiting. */
  function beside(work: Promise<void>) {
    const ended: Promise<void> = work.finally(() => running.delete(ended));
    running.add(ended);
  }

  async function attempt(delivery: DueDelivery, webhook: Taken['webhook'], place: Place) {
    attempts += 1;
    await send(delivery, webhook).catch((err) =>
      log.warn({ err, delivery: delivery.id }, 'An event could not be sent.'),
    );
    places.delete(place);
    searchSoon();
  }

  /** Takes due deliveries of a webhook into these places, and starts the attempts. */
  async function startDue(due: DueWebhook, taking: Place[]) {
    const taken = await takeDue(db, due, taking.length).catch((err) => {
      log.warn({ err, webhook: due.webhookId }, 'Due events could not be taken.');
    });
    for (const [index, place] of taking.entries()) {
      const delivery = taken?.deliveries[index];
      if (taken && delivery) beside(attempt(delivery, taken.webhook, place));
      else places.delete(place);
    }
  }

  async function round() {
    do {
      searchAgain = false;
      const full = [...places].filter((place) => roomFor(place) === 0).map(({ webhookId }) => webhookId);
      const due = places.size < AT_ONCE.all ? await findDueWebhooks(db, [...new Set(full)]) : [];
      for (const webhook of closing.signal.aborted ? [] : inTurn(due)) {
        const taking = Array.from({ length: roomFor(webhook) }, () => ({ ...webhook }));
        for (const place of taking) places.add(place);
        if (taking.length > 0) beside(startDue(webhook, taking));
      }
    } while (searchAgain && !closing.signal.aborted);
  }

  /** Starts the attempts that are due and have room. */
  function sendDue(): Promise<void> {
    searchAgain = search !== undefined;
    search ??= round().finally(() => {
      search = undefined;
    });
    return search;
  }

  return {
    sendDue,
    /** Sends until nothing is due. */
    async settled() {
      let [before, busy] = [attempts, false];
      do {
        before = attempts;
        // What an attempt in progress holds back is due after it.
        busy = running.size > 0;
        await sendDue();
        while (running.size > 0) await Promise.all(running);
      } while (busy || attempts > before);
    },
    async close() {
      clearTimeout(soon);
      const stop = setTimeout(() => closing.abort(), LAST);
      while (running.size > 0) await Promise.all(running);
      clearTimeout(stop);
      closing.abort();
      clearTimeout(soon);
      await search?.catch(() => {});
    },
  };
}

export const webhookSender = service(openSender, ({ close }) => close());
