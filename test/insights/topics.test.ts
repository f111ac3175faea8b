import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deterministicAnswer } from '../../insights/deterministic.ts';
import { readQuestion } from '../../insights/question/read.ts';
import { question } from '../helpers/contexts.ts';
import { ENGLISH } from '../helpers/english-questions.ts';
import { fullContext } from '../helpers/full-context.ts';
import { GERMAN } from '../helpers/german-questions.ts';
import type { Person } from '../helpers/people.ts';
import { openBeside, type Portal } from '../helpers/portal.ts';
import { startUpstream } from '../helpers/upstream.ts';

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let portal: Portal;
beforeAll(async () => {
  upstream = await startUpstream();
  portal = await openBeside({ env: { INSIGHTS_URL: upstream.url } });
});
afterAll(async () => {
  await portal.close();
  await upstream.close();
});

const PRIVATE =
  'Jane Marker (jane@marker.example, +49 170 1234567, card 4111 1111 1111 1111, IBAN DE89 3704 0044 0532 0130 00, ' +
  'patient 48213) asks: how many reviews came in last month, and why only 12?';

const preview = async (person: Person, query: string) =>
  (await person.get(`/api/insights/preview?${new URLSearchParams({ query })}`)).json();

async function person() {
  const admin = await portal.register();
  const changed = await admin.put('/api/auth/org', { questionText: 'topics' });
  expect(changed.json().data).toMatchObject({ questionText: 'topics' });
  return admin;
}

describe('An organization that sends topics only', () => {
  it('sends no word of a question, and no private number', async () => {
    const admin = await person();
    upstream.becomes();

    const response = await admin.post('/api/insights/query', { type: 'nlq', query: PRIVATE });

    const body = upstream.asked[0]?.body ?? '';
    const { context, ...sent } = JSON.parse(body);
    expect(response.statusCode).toBe(200);
    expect(Object.keys(sent)).toEqual(['version', 'type', 'questionText', 'topics', 'options']);
    expect(sent).toMatchObject({
      version: '1.1',
      questionText: 'topics',
      topics: {
        language: 'en',
        figures: [12],
        topics: expect.arrayContaining(['reviews', 'why']),
        periods: [expect.stringMatching(/^\d{4}-\d{2}$/)],
      },
    });
    expect(body).not.toMatch(/marker|jane|48213|4111|0532|1234567|came|asks/i);
    expect(context.client_id).toMatch(/^c_/);
  });

  it('is shown in the preview exactly what is sent', async () => {
    const admin = await person();
    const shown = await preview(admin, 'Which month had the most reviews?');
    upstream.becomes();

    await admin.post('/api/insights/query', { type: 'nlq', query: 'Which month had the most reviews?' });

    expect(shown.questionText).toBe('topics');
    expect(shown.data).toMatchObject({ questionText: 'topics', version: '1.1' });
    expect(JSON.stringify(shown.data)).toBe(upstream.asked[0]?.body);
  });

  it('keeps the words of its questions in its own history', async () => {
    const admin = await person();
    upstream.becomes();
    await admin.post('/api/insights/query', { type: 'explain', query: 'What is a tier?' });

    const { runs } = (await admin.get('/api/insights/history')).json();

    expect(runs[0].input_params.query).toBe('What is a tier?');
  });

  it('sends redacted words again from the next question on', async () => {
    const admin = await person();
    await admin.put('/api/auth/org', { questionText: 'redacted' });

    const { data, questionText } = await preview(admin, 'Why? Mail jane@example.com');

    expect(questionText).toBe('redacted');
    expect(data).toMatchObject({ version: '1.0', query: 'Why? Mail [email]' });
    expect(data).not.toHaveProperty('topics');
  });
});

it('only administrators choose what is sent, and only one of two values', async () => {
  const admin = await portal.register();
  const member = await portal.join(admin);

  const answers = [
    await member.put('/api/auth/org', { questionText: 'topics' }),
    await admin.put('/api/auth/org', { questionText: 'nothing' }),
  ];

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 400]);
  expect((await admin.get('/api/auth/org')).json().data.questionText).toBe('redacted');
});

it('the answers to topics are those to the words', () => {
  for (const [asked] of [...ENGLISH, ...GERMAN]) {
    const context = fullContext();
    const { query: _, ...message } = question('nlq', asked, context);
    const topics = readQuestion(asked, context.as_of);

    const { answer } = deterministicAnswer({ ...message, version: '1.1', questionText: 'topics', topics });

    expect(answer).toBe(deterministicAnswer(question('nlq', asked, context)).answer);
  }
});

describe('The figures of a question', () => {
  const AS_OF = '2026-02-16T09:30:00.000Z';
  it.each([
    ['Why did we fall from 61.2 to 58,4 points?', [61.2, 58.4]],
    ['Why only 1,250 visits and 12%?', [1250, 12]],
    ['Warum nur 1.250 Besuche?', [1250]],
    ['Reviews in October 2025', []],
    ['Customer 48213, order #77, room 12: how many reviews?', []],
    ['Rechnung Nr. 4711 und Kunde 815: wie viele Bewertungen?', []],
    ['My number is 555 0142 99, why?', []],
    ['Card 4111-1111-1111-1111', []],
    ['ID A58, b12, 12/34/5678', []],
    ['How do we get to 200 reviews?', [200]],
  ])('of “%s” are %j', (asked, figures) => {
    expect(readQuestion(asked, AS_OF).figures).toEqual(figures);
  });
});
