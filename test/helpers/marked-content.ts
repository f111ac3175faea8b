import { ingest, makePage } from './content.ts';
import type { Person } from './people.ts';
import { record } from './records.ts';

/** Inserts pages and other content with a marker in every text, and returns their ids. */
export async function markedContent(person: Person, word: string) {
  const page = await makePage(person, { title: word, content: `# ${word}` });
  await person.put(`/api/cms/pages/${page.id}/metadata`, { seoTitle: word, tags: [word] });
  const date = new Date(Date.now() - 36 * 3600 * 1000).toISOString().slice(0, 10);
  const today = new Date().toISOString().slice(0, 10);
  await ingest(person, [
    record('suggestion', { title: word, summary: word, contentType: word, rationale: word, sources: [word] }),
    record('template', { name: word, description: word, category: word, body: word }),
    record('calendar_entry', { title: word, contentType: word, channel: word, date: today }),
    record('page_performance', { pageId: page.id, date }),
  ]);

  const read = async (path: string) => (await person.get(`/api${path}`)).json().data;
  const [[version], [activity], [suggestion], templates, calendar] = await Promise.all([
    read(`/cms/pages/${page.id}/versions`),
    read(`/cms/pages/${page.id}/activity`),
    read('/content-suggestions'),
    read('/templates'),
    read('/content-calendar'),
  ]);
  await person.post(`/api/content-suggestions/${suggestion.draftId}/feedback`, { rating: 3, feedback: word });
  return {
    page: page.id as string,
    version: version.id as string,
    activity: activity.id as string,
    suggestion: suggestion.draftId as string,
    template: templates.at(-1).id as string,
    entry: calendar[0].id as string,
  };
}
