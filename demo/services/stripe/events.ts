import { createHmac } from 'node:crypto';
import { type Store, type Thing, unixNow } from './store.ts';

/** The value of the `Stripe-Signature` header; the time is in Unix seconds. */
export function signature(payload: string, secret: string, at = unixNow()) {
  const mac = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex');
  return `t=${at},v1=${mac}`;
}

const TIMEOUT = 15_000;

/** Sends events to the webhook URL once it is known; a refused event is sent up to four times. */
export function announcer(store: Store, secret: string) {
  let url: string | undefined;

  async function deliver(event: Thing, tries = 4): Promise<void> {
    if (!url) return;
    const payload = JSON.stringify(event);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signature(payload, secret),
    };
    const status = await fetch(url, {
      method: 'POST',
      body: payload,
      headers,
      signal: AbortSignal.timeout(TIMEOUT),
    }).then(
      (response) => response.status,
      () => 0,
    );
    if (status < 200 || status > 299) {
      if (tries > 1) setTimeout(() => deliver(event, tries - 1), 1000).unref();
    }
  }

  return {
    /** Sets the webhook URL. */
    sendTo(address: string) {
      url = address;
    },
    announce(type: string, object: object) {
      const facts = {
        api_version: '2026-10-28.endive',
        type,
        data: { object },
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
      };
      const event = store.put('events', facts);
      void deliver(event);
      return event;
    },
  };
}

export type Announcer = ReturnType<typeof announcer>;
