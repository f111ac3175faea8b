import { describe, expect, it } from 'vitest';
import { registerOperator } from '../helpers/operators.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile({
  besideOthers: true,
  env: { ENGINE_OPENAI_KEY: 'key-of-openai-1', ENGINE_GEMINI_KEY: 'key-of-gemini-1' },
});
const AT = '/api/visibility/measurement';

describe('A measurement', () => {
  it('is off at first, monthly, with every available engine and three readings', async () => {
    const person = await portal.register();

    const { data } = (await person.get(AT)).json();

    expect(data).toMatchObject({
      enabled: false,
      schedule: { every: 'month', weekday: 1, day: 1, hour: 6 },
      scores: 'pipeline',
      readingsPerPrompt: 3,
      aliases: [],
      siteAudit: { enabled: false, startUrl: null, maxPages: 20 },
      answers: { budget: 200, used: 0, reserved: 0 },
      nextRunAt: null,
      forecast: {
        prompts: 0,
        engines: 2,
        answersPerRun: 0,
        runsAMonth: 1,
        fitsBudget: true,
        halfWidth: null,
        grade: null,
      },
    });
    expect(data.engines.map((one: { engine: string; available: boolean }) => [one.engine, one.available])).toEqual([
      ['openai', true],
      ['anthropic', false],
      ['gemini', true],
      ['perplexity', false],
    ]);
  });

  it('keeps what administrators change, and is read by members', async () => {
    const admin = await portal.register();
    const member = await portal.join(admin);
    const change = {
      enabled: true,
      schedule: { every: 'week', weekday: 3, day: 1, hour: 7 },
      engines: [{ engine: 'gemini', enabled: false }],
      readingsPerPrompt: 5,
      aliases: ['Harbor Dental'],
      siteAudit: { enabled: true, startUrl: 'https://example.com/', maxPages: 5 },
    };

    const changed = await admin.put(AT, change);
    const read = (await member.get(AT)).json().data;

    expect(changed.statusCode).toBe(200);
    expect(read).toEqual(changed.json().data);
    expect(read).toMatchObject({
      enabled: true,
      readingsPerPrompt: 5,
      aliases: ['Harbor Dental'],
      forecast: { engines: 1 },
    });
    expect(new Date(read.nextRunAt).getUTCDay()).toBe(3);
    expect((await member.put(AT, change)).statusCode).toBe(403);
    expect((await admin.put(AT, { enabled: false })).json().data.nextRunAt).toBeNull();
  });

  it.each([
    { readingsPerPrompt: 21 },
    { readingsPerPrompt: '3' },
    { schedule: { every: 'week', weekday: 8, day: 1, hour: 7 } },
    { aliases: ['x'] },
    { siteAudit: { enabled: true, startUrl: 'ftp://example.com', maxPages: 5 } },
    { siteAudit: { enabled: true, startUrl: 'https://user:secret@example.com/', maxPages: 5 } },
    { siteAudit: { enabled: true, startUrl: 'https://:secret@example.com/', maxPages: 5 } },
    { engines: [{ engine: 'bing', enabled: true }] },
  ])('refuses %j', async (change) => {
    const person = await portal.register();

    expect((await person.put(AT, change)).statusCode).toBe(400);
  });

  it('is not changed by an assistant that is both on and off, and says so', async () => {
    const person = await portal.register();
    const engines = [true, false].map((enabled) => ({ engine: 'gemini', enabled }));

    const answer = await person.put(AT, { engines });

    expect(answer.statusCode).toBe(400);
    expect(answer.json().issues).toEqual([{ path: 'engines', message: 'must name each assistant once' }]);
    expect((await person.get(AT)).json().data.forecast.engines).toBe(2);
  });

  it('has the budget that an operator sets', async () => {
    const person = await portal.register();
    const operator = await registerOperator(portal);

    const changed = await operator.put(`/api/operator/clients/${person.orgId}`, { monthlyAnswers: 4000 });

    expect(changed.json().data.monthlyAnswers).toBe(4000);
    expect((await person.get(AT)).json().data.answers.budget).toBe(4000);
  });
});

describe('Prompts', () => {
  const prompt = { text: 'best dentist in Portland', tags: ['best'], place: { country: 'US', city: 'Portland' } };

  it('are created, listed, tagged and deactivated by administrators', async () => {
    const admin = await portal.register();

    const { statusCode, ...made } = await admin.post(`${AT}/prompts`, prompt);
    const { id } = made.json().data;
    await admin.put(`${AT}/prompts/${id}`, { tags: [] });
    const listed = (await admin.get(`${AT}/prompts?active=true`)).json().data;

    expect(statusCode).toBe(201);
    expect(listed).toMatchObject([
      { ...prompt, id, tags: [], language: null, queryMode: 'local_discovery', active: true },
    ]);
    expect((await admin.del(`${AT}/prompts/${id}`)).json()).toEqual({ ok: true });
    expect((await admin.get(`${AT}/prompts`)).json().data).toMatchObject([{ id, active: false }]);
    const member = await portal.join(admin);
    expect((await member.post(`${AT}/prompts`, prompt)).statusCode).toBe(403);
  });

  it('are one of a question, in any case and spacing, even at once', async () => {
    const admin = await portal.register();

    const answers = await Promise.all(
      ['best dentist straße', ' BEST  DENTIST STRASSE '].map((text) => admin.post(`${AT}/prompts`, { text })),
    );

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('PROMPT_EXISTS');
  });

  it('with another text are other prompts', async () => {
    const admin = await portal.register();
    const { id } = (await admin.post(`${AT}/prompts`, prompt)).json().data;

    const { data } = (await admin.put(`${AT}/prompts/${id}`, { text: 'best dentist in Bangor' })).json();

    expect(data).toMatchObject({ text: 'best dentist in Bangor', tags: ['best'], active: true });
    expect(data.id).not.toBe(id);
    expect((await admin.get(`${AT}/prompts?active=false`)).json().data).toMatchObject([{ id }]);
  });

  it('become one other prompt, however often the same change arrives at once', async () => {
    const admin = await portal.register();
    const { id } = (await admin.post(`${AT}/prompts`, prompt)).json().data;
    const change = (to: string, edit: object) =>
      Promise.all(Array.from({ length: 5 }, () => admin.put(`${AT}/prompts/${to}`, edit)));

    const changed = await change(id, { text: 'best dentist in Bangor' });
    const whileInactive = await change(id, { text: 'best dentist in Augusta' });
    const listed = (await admin.get(`${AT}/prompts`)).json().data;

    for (const answers of [changed, whileInactive])
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(listed.map(({ text, active }: Record<string, unknown>) => [text, active])).toEqual([
      [prompt.text, false],
      ['best dentist in Bangor', true],
      ['best dentist in Augusta', false],
    ]);
  });

  it('refuse bad texts, places and languages', async () => {
    const admin = await portal.register();
    const bad = [
      { text: 'ab' },
      { text: 'x'.repeat(301) },
      { ...prompt, place: { country: 'XX1' } },
      { ...prompt, language: 'no language' },
      { ...prompt, tags: ['1', '2', '3', '4', '5', '6'] },
    ];

    const answers = await Promise.all(bad.map((body) => admin.post(`${AT}/prompts`, body)));

    expect(answers.map(({ statusCode }) => statusCode)).toEqual(bad.map(() => 400));
  });

  it('are suggested to members, the same each time, without those that are asked', async () => {
    const admin = await portal.register({ orgName: 'Harbor Dental' });
    await admin.put('/api/auth/org', { vertical: 'dental', address: '1 Main Street, Portland, ME 04101' });
    const member = await portal.join(admin);
    const suggest = async () => (await member.post(`${AT}/prompts/suggest`, { count: 10 })).json().data;

    const first = await suggest();
    await admin.post(`${AT}/prompts`, { text: first[0].text });

    expect(first).toHaveLength(10);
    expect(first[0]).toMatchObject({ text: 'best dentist in Portland', tags: ['best'] });
    expect((await suggest())[0]).toEqual(first[1]);
  });
});
