import { ingest, makePage } from './content.ts';
import type { Person } from './people.ts';
import { record } from './records.ts';

/** Inserts pages and other content with a marker in every text, and returns their ids. */
export async function markedContent(person: Person, word: string) {
  const page = await makePage(person, { title: word, content: `# ${word}` });
  await person.put(`/api/cms/pages/${page.id}/metadata`, { seoTitle: word, tags: [word] });
  await person.post(`/api/cms/pages/${page.id}/comments`, { text: word });
  const binned = await makePage(person, { title: word, content: word });
  await person.del(`/api/cms/pages/${binned.id}`);
  const date = new Date(Date.now() - 36 * 3600 * 1000).toISOString().slice(0, 10);
  const today = new Date().toISOString().slice(0, 10);
  await ingest(person, [
    record('suggestion', { title: word, summary: word, contentType: word, rationale: word, sources: [word] }),
    record('template', { name: word, description: word, category: word, body: word }),
    record('calendar_entry', { title: word, contentType: word, channel: word, date: today }),
    record('page_performance', { pageId: page.id, date }),
    record('goal', { title: word }),
    record('action_item', { title: word }),
  ]);

  const read = async (path: string) => (await person.get(`/api${path}`)).json().data;
  const [{ id: actionItem }] = (await person.get('/api/dashboard/action-items')).json();
  const [[version], [activity], [comment], [suggestion], templates, calendar, [goal]] = await Promise.all([
    read(`/cms/pages/${page.id}/versions`),
    read(`/cms/pages/${page.id}/activity`),
    read(`/cms/pages/${page.id}/comments`),
    read('/content-suggestions'),
    read('/templates'),
    read('/content-calendar'),
    read('/dashboard/goals'),
  ]);
  await person.post(`/api/content-suggestions/${suggestion.draftId}/feedback`, { rating: 3, feedback: word });
  const hook = { url: 'https://hooks.example.com/hook', events: ['page.published'], description: word };
  const webhook = (await person.post('/api/webhooks', hook)).json().data;
  const delivery = (await person.post(`/api/webhooks/${webhook.id}/test`)).json().data;
  const { headers } = await person.post('/api/insights/query', { type: 'scoring' });
  const run = String(headers['x-insight-run']);
  await person.post(`/api/insights/runs/${run}/feedback`, { helpful: true, comment: word });
  return {
    run,
    page: page.id as string,
    version: version.id as string,
    activity: activity.id as string,
    comment: comment.id as string,
    binned: binned.id as string,
    suggestion: suggestion.draftId as string,
    template: templates.at(-1).id as string,
    entry: calendar[0].id as string,
    goal: goal.goal_id as string,
    actionItem: actionItem as string,
    webhook: webhook.id as string,
    delivery: delivery.id as string,
  };
}
