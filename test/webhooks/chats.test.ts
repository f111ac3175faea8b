import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { textOfBody } from '../../demo/services/body.ts';
import { chatBody } from '../../routers/webhooks/chat-messages.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { deliveriesOf, receiverForThisTest, sendEvents } from '../helpers/webhooks.ts';

const portal = portalForThisFile();

interface Message {
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
}

/** A chat that keeps its messages; the first ones are answered with 429. */
async function chat(refusals = 0, retryAfter = '120') {
  const messages: Message[] = [];
  const receiver = await receiverForThisTest({
    instead(request, response) {
      void textOfBody(request, 10_000).then((text) => {
        messages.push({ headers: request.headers, body: JSON.parse(text) });
        if (messages.length <= refusals) response.writeHead(429, { 'retry-after': retryAfter }).end('rate_limited');
        else response.writeHead(200).end('ok');
      });
      return true;
    },
  });
  return { url: receiver.url, messages };
}

async function webhookOf(person: Person, url: string, format: string) {
  const answer = await person.post('/api/webhooks', { url, format, events: ['page.published'] });
  expect(answer.json().data.format).toBe(format);
  return answer.json().data.id as string;
}

describe('A webhook of a chat', () => {
  it.each(['slack', 'teams', 'discord'])('gets a message of %s without a signature', async (format) => {
    const person = await portal.register();
    const { url, messages } = await chat();
    const id = await webhookOf(person, url, format);

    await person.post(`/api/webhooks/${id}/test`);
    await sendEvents(portal);

    const [message] = messages;
    expect(Object.keys(message?.headers ?? {}).filter((name) => name.startsWith('webhook-'))).toEqual([]);
    expect(JSON.stringify(message?.body)).toContain('An administrator asked for a test');
    expect(await deliveriesOf(person, { id })).toMatchObject([{ status: 'delivered', type: 'webhook.test' }]);
  });

  it('waits as long as its 429 asks, with all that waits for it', async () => {
    const person = await portal.register();
    const { url, messages } = await chat(1);
    const id = await webhookOf(person, url, 'slack');

    await person.post(`/api/webhooks/${id}/test`);
    await sendEvents(portal);
    const [delivery] = await deliveriesOf(person, { id });

    expect(messages).toHaveLength(1);
    expect(delivery).toMatchObject({ status: 'pending', responseStatus: 429, attempts: 1 });
    const wait = Date.parse(String(delivery?.nextAttemptAt)) - Date.now();
    expect(wait).toBeGreaterThan(90_000);
    expect(wait).toBeLessThanOrEqual(120_000);
  });

  it('is standard by default, and can be changed to a chat', async () => {
    const person = await portal.register();
    const made = await person.post('/api/webhooks', { url: 'https://example.com/hook', events: ['page.published'] });
    const { id, format } = made.json().data;

    expect(format).toBe('standard');
    expect((await person.put(`/api/webhooks/${id}`, { format: 'discord' })).json().data.format).toBe('discord');
    expect((await person.put(`/api/webhooks/${id}`, { format: 'irc' })).statusCode).toBe(400);
  });
});

describe('A message', () => {
  const event = (data: object) => JSON.stringify({ type: 'alert.fired', timestamp: '2026-02-16T09:30:00.000Z', data });
  const written = (format: 'slack' | 'teams' | 'discord', data: object) => JSON.parse(chatBody(format, event(data)));

  it('escapes what Slack reads as markup', () => {
    expect(written('slack', { alertId: 'x', metric: '<!channel> & co', threshold: null })).toEqual({
      text: 'The condition of an alert is met\nMetric: &lt;!channel&gt; &amp; co',
    });
  });

  it('is one Adaptive Card in Teams', () => {
    const { type, attachments } = written('teams', { metric: 'sessions', value: 80 });

    expect([type, attachments.length]).toEqual(['message', 1]);
    expect(attachments[0]).toMatchObject({
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        type: 'AdaptiveCard',
        body: [
          { type: 'TextBlock', text: 'The condition of an alert is met' },
          {
            type: 'FactSet',
            facts: [
              { title: 'Metric', value: 'sessions' },
              { title: 'Value', value: '80' },
            ],
          },
        ],
      },
    });
  });

  it('has at most 2,000 characters in Discord, and notifies nobody', () => {
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`field${n}`, '@everyone '.repeat(60)]));

    const { content, allowed_mentions } = written('discord', many);

    expect(content.length).toBe(2000);
    expect(allowed_mentions).toEqual({ parse: [] });
  });
});
