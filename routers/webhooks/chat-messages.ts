import type { webhooks } from '../../db/schema/index.ts';
import { SENT_EVENTS } from './event-types.ts';

type Format = (typeof webhooks.$inferSelect)['format'];

/** An event as chats show it: what happened, and its facts. */
interface ChatMessage {
  title: string;
  facts: [name: string, value: string][];
}

const MOST = { facts: 20, value: 500, discord: 2_000 };

/** `dueDate` as `Due date`. */
const words = (name: string) => {
  const spaced = name.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

/** Cut to so many UTF-16 units, without half a character at the end. */
const shortened = (text: string, most: number) =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;

/** The message of an event as it is stored. Ids say nothing to people. */
function messageOf(body: string): ChatMessage {
  const { type, data } = JSON.parse(body) as { type: string; data: Record<string, unknown> };
  const known = Object.entries(SENT_EVENTS).find(([name]) => name === type);
  const facts = Object.entries(data)
    .filter(([name, value]) => !/Ids?$/.test(name) && value !== null)
    .slice(0, MOST.facts)
    .map(([name, value]): [string, string] => [
      words(name),
      shortened(Array.isArray(value) ? value.join(', ') : String(value), MOST.value),
    ]);
  return { title: known?.[1].summary ?? type, facts };
}

const linesOf = ({ title, facts }: ChatMessage) =>
  [title, ...facts.map(([name, value]) => `${name}: ${value}`)].join('\n');

/** Slack reads these three as markup: mentions and links. */
const forSlack = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const cardOf = ({ title, facts }: ChatMessage) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [
          { type: 'TextBlock', text: title, weight: 'Bolder', wrap: true },
          ...(facts.length > 0
            ? [{ type: 'FactSet', facts: facts.map(([name, value]) => ({ title: name, value })) }]
            : []),
        ],
      },
    },
  ],
});

const WRITE: Record<Exclude<Format, 'standard'>, (message: ChatMessage) => object> = {
  slack: (message) => ({ text: forSlack(linesOf(message)) }),
  teams: cardOf,
  // Nobody is notified by a name in a text.
  discord: (message) => ({ content: shortened(linesOf(message), MOST.discord), allowed_mentions: { parse: [] } }),
};

/** The body of an event in the format of a chat. */
export const chatBody = (format: Exclude<Format, 'standard'>, body: string) =>
  JSON.stringify(WRITE[format](messageOf(body)));
