import { describe, expect, it } from 'vitest';
import { gradeLevel, measure, readingEase, sentencesOf } from '../../routers/cms/rendering/prose.ts';
import { makePage, readPage } from '../helpers/content.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile();

const PAGES = '/api/cms/pages';

interface Audit {
  id: string;
  score: number | null;
  weight: number;
  detail: string;
}

interface Scores {
  overall: number;
  seo: { score: number; audits: Audit[] };
  content: { score: number; audits: Audit[] };
}

const scoresOf = (person: Person, id: string): Promise<Scores> => readPage(person, id, '/scores');
const auditOf = ({ seo, content }: Scores, id: string) =>
  [...seo.audits, ...content.audits].find((audit) => audit.id === id);

const words = (count: number) => Array.from({ length: count / 5 }, () => 'We fix teeth with care.').join(' ');

describe('GET /api/cms/pages/{id}/scores', () => {
  it('returns every audit with weight and reason', async () => {
    const person = await portal.register();
    const page = await makePage(person);

    const { data } = (await person.get(`${PAGES}/${page.id}/scores`)).json();

    const audit = {
      id: expect.any(String),
      title: expect.any(String),
      weight: expect.any(Number),
      detail: expect.stringMatching(/^\S.*\.$/),
    };
    expect(data).toEqual({
      pageId: page.id,
      version: 1,
      overall: page.scores.overall,
      seo: { score: page.scores.seo, audits: expect.any(Array) },
      content: {
        score: page.scores.content,
        readingEase: expect.any(Number),
        gradeLevel: expect.any(Number),
        wordCount: 3,
        headings: 1,
        links: 0,
        imagesMissingAlt: 0,
        audits: expect.any(Array),
      },
      calculatedAt: page.updatedAt,
    });
    for (const one of [...data.seo.audits, ...data.content.audits]) {
      expect(one).toMatchObject(audit);
      expect(one.score === null || (one.score >= 0 && one.score <= 1)).toBe(true);
    }
  });

  it('returns weighted means of the applicable audits', async () => {
    const person = await portal.register();
    const { id } = await makePage(person, { content: `## A\n\n${words(200)}\n\n#### B\n\n![](x.png) [here](/x)` });

    const { seo, content, overall } = await scoresOf(person, id);

    const mean = (audits: Audit[]) => {
      const judged = audits.filter(({ score }) => score !== null);
      const total = judged.reduce((sum, { weight }) => sum + weight, 0);
      return (100 * judged.reduce((sum, { score, weight }) => sum + (score ?? 0) * weight, 0)) / total;
    };
    expect(Math.abs(seo.score - mean(seo.audits))).toBeLessThanOrEqual(0.051);
    expect(Math.abs(content.score - mean(content.audits))).toBeLessThanOrEqual(0.051);
    expect(Math.abs(overall - (seo.score + content.score) / 2)).toBeLessThanOrEqual(0.051);
  });

  it('returns the same scores for the same content', async () => {
    const [one, other] = [await portal.register(), await portal.register()];
    const page = { title: 'What a dental implant costs', content: `# Costs\n\n${words(50)}` };
    const first = await makePage(one, page);
    const second = await makePage(other, { title: 'Something else', content: 'Else' });
    await other.put(`${PAGES}/${second.id}`, { title: page.title });
    await other.put(`${PAGES}/${second.id}`, { content: page.content });

    const [expected, seen] = [await scoresOf(one, first.id), await scoresOf(other, second.id)];

    expect({ ...seen, pageId: 0, version: 0, calculatedAt: 0 }).toEqual({
      ...expected,
      pageId: 0,
      version: 0,
      calculatedAt: 0,
    });
  });

  it('raises the score with each followed advice, up to 100', async () => {
    const person = await portal.register();
    const bad = [
      '# Welcome',
      'Unquestionably, multidisciplinary rehabilitation considerations necessitate individualized consultation.',
      '# Again',
      '##### Details',
      '![](/a.png) Read more [here](/a).',
    ];
    const { id } = await makePage(person, { title: 'Implants', content: bad.join('\n\n') });
    const opening = 'A dental implant costs less than most people fear. Here is what you pay, and what you pay it for.';
    const good = [
      '## What an implant costs',
      opening,
      '### Details',
      '![A titanium screw](/a.png) See [all our prices](/a).',
    ];
    const long = [...good, '## How it goes', words(150), '## What comes after', words(150)];
    const edits = [
      ['title-length', { title: 'What a dental implant costs you' }],
      ['heading-order', { content: ['## Welcome', ...bad.slice(1, 2), '### Details', ...bad.slice(4)].join('\n\n') }],
      [
        'image-alt',
        { content: ['## Welcome', bad[1], '### Details', '![A screw](/a.png) Read more [here](/a).'].join('\n\n') },
      ],
      ['links', { content: ['## Welcome', bad[1], '### Details', good[3]].join('\n\n') }],
      ['reading-ease', { content: ['## Welcome', 'Ask us. We tell you.', '### Details', good[3]].join('\n\n') }],
      ['description-length', { content: ['## Welcome', words(20), '### Details', good[3]].join('\n\n') }],
      ['keyword-use', { content: good.join('\n\n') }],
      ['length', { content: long.join('\n\n') }],
    ] as const;

    let before = await scoresOf(person, id);
    for (const [audit, edit] of edits) {
      await person.put(`${PAGES}/${id}`, edit);
      const after = await scoresOf(person, id);
      expect([audit, auditOf(after, audit)?.score ?? 1]).toEqual([audit, expect.any(Number)]);
      expect(auditOf(after, audit)?.score ?? 1).toBeGreaterThan(auditOf(before, audit)?.score ?? 0);
      expect(after.overall).toBeGreaterThan(before.overall);
      before = after;
    }

    expect(before).toMatchObject({ overall: 100, seo: { score: 100 }, content: { score: 100 } });
  });
});

describe('Audits', () => {
  const judge = async (facts: Record<string, unknown>, metadata?: object) => {
    const person = await portal.register();
    const { id } = await makePage(person, facts);
    if (metadata) await person.put(`${PAGES}/${id}/metadata`, metadata);
    return scoresOf(person, id);
  };

  it.each([
    ['title-length', { title: 'x'.repeat(29) }, 0.967, /29 characters; make it longer/],
    ['title-length', { title: 'x'.repeat(30) }, 1, /30 characters; 30 to 60/],
    ['title-length', { title: 'x'.repeat(120) }, 0.5, /make it shorter, 60 at most/],
    ['description-length', { content: '' }, 0, /first paragraph has 0 characters; make it longer/],
    ['heading-order', { content: 'x' }, null, /no headings/],
    ['heading-order', { content: '# a\n## b\n### c\n## d' }, 1, /4 headings/],
    ['heading-order', { content: '### a\n## b' }, 0.5, /“a” is an h3 right under an h1/],
    ['heading-order', { content: '# a\n# b' }, 0.5, /“b” is a second h1/],
    ['links', { content: 'x' }, 0, /no links/],
    ['links', { content: '[Prices](/a) [click here](/b)' }, 0.5, /“click here”/],
    ['links', { content: '[![A map](/m.png)](/a)' }, 1, /1 link/],
    ['image-alt', { content: 'x' }, null, /no images/],
    ['image-alt', { content: '![a](/a.png) ![](/b.png)' }, 0.5, /1 of 2 images/],
    ['image-alt', { content: '<img src=a alt><img src=b alt="">', contentFormat: 'html' }, 1, /2 images/],
    ['image-alt', { content: '<img src=a>', contentFormat: 'html' }, 0, /without alternative text/],
    ['keyword-use', { title: 'Who we are' }, null, /no word/],
    ['keyword-use', { title: 'Our implants', content: '## Implant types\n\nAn implant lasts.' }, 1, /first paragraph/],
    [
      'keyword-use',
      { title: 'Our implants', content: `## Implants\n\nImplants! ${'implant '.repeat(99)}` },
      0.5,
      /stuffing/,
    ],
    ['keyword-use', { title: '歯科医院', content: '## 歯科医院\n\n歯科医院です。' }, 1, /first paragraph/],
    ['length', { content: words(150) }, 0.5, /150 words/],
    ['sections', { content: words(600) }, 0.5, /600 words without a heading/],
    ['sections', { content: words(100) }, null, /short enough/],
    ['reading-ease', { content: '私たちは歯を治します。' }, null, /English/],
    ['reading-ease', { content: 'Мы лечим зубы.' }, null, /English/],
    ['reading-ease', { content: '' }, null, /English/],
  ])('%s of %j is %s', async (id, facts, score, detail) => {
    const audit = auditOf(await judge(facts), id);

    expect(audit?.score).toBe(score);
    expect(audit?.detail).toMatch(detail);
  });

  it('uses the search engine title and description when set', async () => {
    const scores = await judge({ title: 'x' }, { seoTitle: 'y'.repeat(40), seoDescription: 'z'.repeat(100) });

    expect(auditOf(scores, 'title-length')?.score).toBe(1);
    expect(auditOf(scores, 'description-length')).toMatchObject({ score: 1, detail: /^The description has 100/ });
  });

  it('counts words in scripts without spaces', async () => {
    const page = await makePage(await portal.register(), { content: 'これは日本語の文章です。ภาษาไทยไม่มีช่องว่าง' });

    expect(page.metadata.wordCount).toBeGreaterThan(8);
  });
});

describe('Reading ease', () => {
  // Words, sentences and syllables counted by hand.
  it.each([
    ['The cat sat on the mat.', { words: 6, sentences: 1, syllables: 6 }, 100, 0],
    ['This sentence has several syllables. It is short.', { words: 8, sentences: 2, syllables: 13 }, 65.3, 5.1],
    [
      'The dentist will explain the treatment before the operation begins.',
      { words: 10, sentences: 1, syllables: 18 },
      44.4,
      9.6,
    ],
  ])('of %j', (text, counted, ease, grade) => {
    const prose = measure(sentencesOf(text));

    expect(prose).toEqual(counted);
    expect([readingEase(prose), gradeLevel(prose)]).toEqual([ease, grade]);
  });
});
