import { describe, expect, it } from 'vitest';
import { ingest } from '../helpers/content.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';

const portal = portalForThisFile();

interface Template {
  id: string;
  name: string;
  body: string;
  variables: { key: string }[];
}

const own = (person: Person, ...names: string[]) =>
  ingest(
    person,
    names.map((name) => record('template', { name })),
  );

describe.each(['/api/cms/templates', '/api/templates'])('%s', (url) => {
  it('lists the shared templates, then the client’s own by name', async () => {
    const [person, other] = [await portal.register(), await portal.register()];
    await own(person, 'Zebra', 'Aardvark');

    const [mine, theirs] = [(await person.get(url)).json().data, (await other.get(url)).json().data];

    expect(mine.slice(0, theirs.length)).toEqual(theirs);
    expect(mine.slice(theirs.length).map(({ name }: Template) => name)).toEqual(['Aardvark', 'Zebra']);
    expect(mine.at(-1)).toEqual({
      ...record('template', { name: 'Zebra' }).data,
      id: expect.any(String),
      updatedAt: expect.stringMatching(/Z$/),
    });
  });

  it('paginates without gaps or duplicates', async () => {
    const person = await portal.register();
    await own(person, ...Array.from({ length: 7 }, (_, n) => `Own ${n}`));
    const ask = async (query: string): Promise<Template[]> => (await person.get(`${url}?${query}`)).json().data;

    const all = await ask('limit=200');
    const parts = await Promise.all([0, 4, 8, 12, 16].map((offset) => ask(`limit=4&offset=${offset}`)));

    expect(all.length).toBeGreaterThan(9);
    expect(parts.flat()).toEqual(all);
  });

  it('writes the shared templates in the language of the client, each with every variable that it declares', async () => {
    const [person, german] = [await portal.register(), await portal.register()];
    await german.put('/api/auth/org', { timezone: 'Europe/Berlin' });
    const templates: Template[] = (await person.get(url)).json().data;
    const inGerman: Template[] = (await german.get(url)).json().data;
    const keysOf = (all: Template[]) => all.map(({ id, variables }) => [id, variables.map(({ key }) => key)]);

    expect(keysOf(inGerman)).toEqual(keysOf(templates));
    expect([templates, inGerman].map(([first]) => first?.name)).toEqual(['Service page', 'Leistungsseite']);
    for (const { body, variables } of [...templates, ...inGerman]) {
      const named = new Set([...body.matchAll(/\{\{(\w+)\}\}/g)].map(([, key]) => key));
      expect(named).toEqual(new Set(variables.map(({ key }) => key)));
    }
    expect(new Set(templates.map(({ id }) => id)).size).toBe(templates.length);
  });
});
