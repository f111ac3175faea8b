import type { Person } from './people.ts';

/** Creates a page in the person's organization and returns the response data. */
export async function makePage(person: Person, facts: Record<string, unknown> = {}) {
  const page = { title: 'What a dental implant costs', content: '# Prices\n\nIt depends.\n', ...facts };
  const response = await person.post('/api/cms/pages', page);
  if (response.statusCode !== 201) throw new Error(`No page was made: ${response.body}`);
  return response.json().data;
}

/** Reads a page or a part of it and returns the data. */
export async function readPage(person: Person, id: string, more = '') {
  const response = await person.get(`/api/cms/pages/${id}${more}`);
  if (response.statusCode !== 200) throw new Error(`No page was read: ${response.body}`);
  return response.json().data;
}

/** Sends records through a pipeline of the person's organization. */
export async function ingest(person: Person, records: object[]) {
  const pipeline = await person.pipeline();
  const response = await pipeline.post('/api/ingest/records', records);
  if (response.statusCode !== 200 || response.json().rejected.length > 0)
    throw new Error(`Records were refused: ${response.body}`);
}
