import { describe, expect, it } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';
import { aeo, answer } from '../helpers/scan-parts.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile();

describe('The evidence grade of GET /api/visibility/aeo', () => {
  const asked = (prompts: number, engines: number, readings: number, mentions: number, daysAgo: number) =>
    Array.from({ length: prompts }, (_, prompt) =>
      Array.from({ length: engines * readings }, (_, n) =>
        answer({
          prompt: `Question ${prompt}`,
          engine: `engine ${n % engines}`,
          citations: [],
          competitors: [],
          mentioned: n < mentions,
          askedAt: new Date(Date.now() - daysAgo * 86_400_000 - 3_600_000).toISOString(),
        }),
      ),
    ).flat();
  const gradeOf = async (answers: object[]) => {
    const person = await portal.register();
    await (await person.pipeline()).post('/api/ingest/scans', scan({ aeo: aeo({ answers }) }));
    return (await person.get('/api/visibility/aeo')).json().data.evidence_grade;
  };

  it('is decision grade where every criterion is met', async () => {
    const { grade, criteria } = await gradeOf(asked(50, 3, 3, 0, 29));

    expect(grade).toBe('decision_grade');
    expect(criteria).toMatchObject([
      { key: 'questions', value: 50, needed: 50, met: true },
      { key: 'engines', value: 3, needed: 3, met: true },
      { key: 'readings_per_cell', value: 3, needed: 3, met: true },
      { key: 'half_width', value: 3.55, needed: 7.5, met: true },
      { key: 'days_since', value: 29, needed: 30, met: true },
    ]);
  });

  it.each<[string, Parameters<typeof asked>, boolean[]]>([
    ['directional', [49, 3, 3, 0, 0], [false, true, true, true, true]],
    ['directional', [50, 2, 3, 0, 40], [true, false, true, true, false]],
    ['exploratory', [19, 3, 3, 0, 0], [false, true, true, false, true]],
    ['exploratory', [30, 3, 3, 4, 0], [false, true, true, false, true]],
    ['exploratory', [60, 1, 1, 0, 0], [true, false, false, true, true]],
  ])('is %s for %j questions, assistants, readings, mentions and days', async (grade, given, met) => {
    const answer = await gradeOf(asked(...given));

    expect([answer.grade, answer.criteria.map(({ met }: { met: boolean }) => met)]).toEqual([grade, met]);
  });

  it('has half the interval, which one question has not, and is null without answers', async () => {
    const person = await portal.register();
    const answers = asked(20, 1, 1, 0, 0).map((one, n) => ({ ...one, mentioned: n < 6 }));
    await (await person.pipeline()).post('/api/ingest/scans', scan({ aeo: aeo({ answers }) }));
    const [{ low, high }] = (await person.get('/api/visibility/aeo/history')).json().data;
    const widthOf = ({ criteria }: { criteria: { key: string; value: number }[] }) =>
      criteria.find(({ key }) => key === 'half_width');

    const { evidence_grade } = (await person.get('/api/visibility/aeo')).json().data;

    expect(widthOf(evidence_grade)?.value).toBeCloseTo((high - low) / 2, 2);
    expect(widthOf(await gradeOf(asked(1, 3, 3, 4, 0)))).toMatchObject({ value: null, met: false });
    expect(await gradeOf([])).toBeNull();
  });
});
