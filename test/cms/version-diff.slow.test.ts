import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { beforeAll, describe, expect, it } from 'vitest';
import { compareTexts } from '../../routers/cms/diff/compare.ts';
import { makePage } from '../helpers/content.ts';
import { IN_HTML, IN_MARKDOWN } from '../helpers/cross-site-scripting.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { leastProcessorTime } from '../helpers/processor.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile({
  besideOthers: true,
  env: { RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_PER_CLIENT: '0' },
});

const PAGES = '/api/cms/pages';

let person: Person;
beforeAll(async () => {
  person = await portal.register();
});

/** A page whose content had these texts, and the address of its comparisons. */
async function versionsOf(first: string, ...texts: string[]) {
  const { id } = await makePage(person, { content: first });
  for (const content of texts) await person.put(`${PAGES}/${id}`, { content });
  return (a: number | string, b: number | string) => person.get(`${PAGES}/${id}/versions/${a}/diff/${b}`);
}

const isText = (node: DefaultTreeAdapterTypes.ChildNode) => node.nodeName === '#text';

/**
 * What a browser makes of the HTML: the text of either version, and every node that is neither text nor a bare mark.
 */
function understood(html: string) {
  const texts = { before: '', after: '' };
  const foreign: string[] = [];
  for (const node of parseFragment(`<pre>\n${html}</pre>`).childNodes.flatMap((pre) =>
    'childNodes' in pre ? pre.childNodes : [],
  )) {
    const isMark = 'tagName' in node && /^(ins|del)$/.test(node.tagName) && node.attrs.length === 0;
    const inner = isMark ? node.childNodes : [node];
    if (!inner.every(isText)) foreign.push(node.nodeName);
    const text = inner.map((child) => ('value' in child ? child.value : '')).join('');
    if (node.nodeName !== 'ins') texts.before += text;
    if (node.nodeName !== 'del') texts.after += text;
  }
  return { ...texts, foreign };
}

describe('GET /api/cms/pages/{id}/versions/{a}/diff/{b}', () => {
  it('marks removed and added words, in either direction', async () => {
    const compare = await versionsOf(
      'A crown costs $1,200 today.\n\nCall us.\n',
      'A crown costs $1,350 today.\n\nCall us now.\n',
    );

    const [forth, back, same] = await Promise.all([compare(1, 2), compare(2, 1), compare(1, 1)]);

    expect(forth.json()).toEqual({
      ok: true,
      data: {
        html: 'A crown costs $<del>1,200</del><ins>1,350</ins> today.\n\nCall us<ins> now</ins>.\n',
        titleHtml: 'What a dental implant costs',
      },
    });
    expect(back.json().data.html).toBe(
      'A crown costs $<del>1,350</del><ins>1,200</ins> today.\n\nCall us<del> now</del>.\n',
    );
    expect(same.json().data.html).toBe('A crown costs $1,200 today.\n\nCall us.\n');
  });

  it('compares the titles too', async () => {
    const { id } = await makePage(person, { title: 'Our <prices>' });
    await person.put(`${PAGES}/${id}`, { title: 'Our new <prices>' });

    const { data } = (await person.get(`${PAGES}/${id}/versions/1/diff/2`)).json();

    expect(data.titleHtml).toBe('Our <ins>new </ins>&lt;prices&gt;');
  });

  it.each([
    [1, 3],
    [0, 1],
    ['x', 1],
    [1, '1e0'],
    [2, -1],
  ])('answers 404 for versions %s and %s', async (a, b) => {
    const compare = await versionsOf('One', 'Two');

    expect(outcome(await compare(a, b))).toBe('404 NOT_FOUND');
  });

  it('shows every attack as text, wherever it was changed', async () => {
    const attacks = [...IN_HTML, ...IN_MARKDOWN];
    const lines = (change: (attack: string) => string) => attacks.map(change).join('\n\n');
    const compare = await versionsOf(
      lines((attack) => attack),
      lines((attack) => `${attack.slice(0, 9)} and ${attack.slice(9)}`),
      lines((attack) => attack.split('').toReversed().join('')),
      lines((attack) => `</ins>${attack}`),
    );

    for (const [a, b] of [
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 1],
    ] as const) {
      const { html } = (await compare(a, b)).json().data;
      expect(html.match(/script/gi).length).toBeGreaterThan(9);
      expect(understood(html).foreign).toEqual([]);
      expect(html.replaceAll(/<\/?(ins|del)>/g, '')).not.toMatch(/[<>"']/);
    }
  });

  it('compares two versions of 170,000 characters in bounded time, and delays nobody meanwhile', async () => {
    const words = (seed: number) => Array.from({ length: 30_000 }, (_, n) => `w${(n * seed) % 4999}`).join(' ');
    const [text, other] = [words(7919), words(104_729)];
    const edited = text
      .split(' ')
      .map((word, n) => (n % 700 === 0 ? 'edited' : word))
      .join(' ');
    const compare = await versionsOf(text.slice(0, 170_000), edited.slice(0, 170_000), other.slice(0, 170_000));
    await compare(1, 1);

    const answers = Promise.all([compare(1, 2), compare(1, 3)]);
    let isOver = false;
    answers.finally(() => (isOver = true)).catch(() => {});
    const others = await person.get(`${PAGES}?limit=1`);
    const servedMeanwhile = !isOver;
    const [similar, different] = (await answers).map((answer) => understood(answer.json().data.html));

    expect([outcome(others), servedMeanwhile]).toEqual(['200', true]);
    expect(similar).toEqual({ before: text.slice(0, 170_000), after: edited.slice(0, 170_000), foreign: [] });
    expect(different).toEqual({ before: text.slice(0, 170_000), after: other.slice(0, 170_000), foreign: [] });
  });

  it('refuses a difference that would not fit into an answer', async () => {
    const compare = await versionsOf('"'.repeat(500_000), "'".repeat(500_000));

    expect(outcome(await compare(1, 2))).toBe('413 PAYLOAD_TOO_LARGE');
  });
});

describe('A comparison', () => {
  it('holds both texts whole, whatever they are', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'one', ' ', '\n', '. ', '<b>', '日本', '😀', '1,5'), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [before, after] = [one.join(''), other.join('')];
        const parts = compareTexts(before, after, 500);
        expect(parts.map((part) => ('same' in part ? part.same : part.removed)).join('')).toBe(before);
        expect(parts.map((part) => ('same' in part ? part.same : part.added)).join('')).toBe(after);
      }),
    );
  });

  it('ends when its time is over', async () => {
    const lines = (word: string) =>
      Array.from({ length: 1900 }, (_, n) => `${word}${n} ${'a b '.repeat(50)}\n`).join('');

    const time = await leastProcessorTime(() => compareTexts(lines('one'), lines('other'), 20));

    expect(time).toBeLessThan(1000);
  });
});
