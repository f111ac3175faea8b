import { expect, it } from 'vitest';
import { makePage } from '../helpers/content.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile();

const repeated = (sentence: string) => sentence.repeat(Math.ceil(400 / sentence.length));

/** The metadata of a page of this text. */
const described = async (content: string) => (await makePage(await portal.register(), { content })).metadata;

const endsBetweenWords = (text: string, excerpt: string) => {
  const words = [...new Intl.Segmenter('und', { granularity: 'word' }).segment(text)];
  return words.some(({ index }) => index === excerpt.length) && text.startsWith(excerpt);
};

it.each([
  ['Thai', 'ราคา 500บาทสำหรับการตรวจสุขภาพฟันและขูดหินปูนรวมถึงการเคลือบฟลูออไรด์ที่คลินิกของเราในกรุงเทพมหานคร'],
  ['Japanese', '当院では歯の健康診断とクリーニングを一回で受けることができます。ご予約はお電話でどうぞ。'],
  ['Chinese', '我们诊所提供牙齿检查和洁牙服务，价格为五百元，欢迎电话预约。'],
  ['Lao', 'ລາຄາ500ກີບສຳລັບການກວດສຸຂະພາບແຂ້ວແລະການຂູດຫີນປູນຢູ່ຄລີນິກຂອງພວກເຮົາ'],
  ['Thai among English', 'The price is 500 baht: การตรวจสุขภาพฟันและขูดหินปูนรวมถึงการเคลือบฟลูออไรด์. '],
])(
  'the excerpt of a %s text is as long as one of words with blanks, and ends between two words',
  async (_script, sentence) => {
    const text = repeated(sentence).trim();

    const { excerpt, wordCount } = await described(text);

    const shown = excerpt.slice(0, -1);
    expect(excerpt.at(-1)).toBe('…');
    expect(shown.length).toBeGreaterThan(180);
    expect(shown.length).toBeLessThanOrEqual(200);
    expect(endsBetweenWords(text, shown)).toBe(true);
    expect(wordCount).toBeGreaterThan(60);
  },
);

it.each([
  ['a word that ends at the limit', `${'x'.repeat(195)} four and more`, `${'x'.repeat(195)} four…`],
  ['a word across the limit', `${'x'.repeat(195)} fourteen`, `${'x'.repeat(195)}…`],
  ['one word alone', 'x'.repeat(300), `${'x'.repeat(200)}…`],
  ['an emoji of several', '👨‍👩‍👧‍👦'.repeat(40), `${'👨‍👩‍👧‍👦'.repeat(18)}…`],
  ['a pair of surrogates across the limit', `${'x'.repeat(199)}😀😀`, `${'x'.repeat(199)}…`],
])('an excerpt keeps %s whole or leaves it out', async (_what, content, expected) => {
  expect((await described(content)).excerpt).toBe(expected);
});

it('the reading time of a text without blanks follows from its words', async () => {
  const { wordCount, readingTimeMinutes } = await described('我们诊所提供牙齿检查和洁牙服务。'.repeat(200));

  expect(wordCount).toBeGreaterThan(1200);
  expect(readingTimeMinutes).toBe(Math.ceil(wordCount / 220));
});
