import { describe, expect, it } from 'vitest';
import { assistant, callTool, message, sendBody } from '../helpers/assistants.ts';
import { ingest, makePage } from '../helpers/content.ts';
import { letIn } from '../helpers/grants.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { ORG } from '../helpers/trail.ts';

const portal = portalForThisFile();

/** A new organization whose assistant may write. */
async function withWriter() {
  const person = await portal.register();
  const { access } = await letIn(portal, person, { scope: 'read write' });
  return { person, access, client: await assistant(portal, access) };
}

const idsOf = async (person: Person) => ({
  goal: (await person.get('/api/dashboard/goals')).json().data[0]?.goal_id as string,
  task: (await person.get('/api/dashboard/action-items')).json()[0]?.id as string,
});

describe('an assistant with the scope "write"', () => {
  it('reports progress, makes and changes tasks, drafts pages and asks questions', async () => {
    const { person, client } = await withWriter();
    await ingest(person, [record('goal', { title: 'A goal' })]);
    const { goal } = await idsOf(person);

    const progress = await callTool(client, 'report_goal_progress', { id: goal, value: 55 });
    const made = await callTool(client, 'create_task', {
      title: 'From the assistant',
      category: 'local',
      priority: 'high',
    });
    const { task } = await idsOf(person);
    const changed = await callTool(client, 'update_task', { id: task, status: 'done' });
    const page = await callTool(client, 'draft_page', { title: 'A draft', content: '# Hello', status: 'published' });
    const answer = await callTool(client, 'ask_question', { type: 'nlq', query: 'How are we doing?' });

    expect([progress, made, changed, page, answer].map(({ isError }) => isError)).toEqual(Array(5).fill(undefined));
    expect((await person.get('/api/dashboard/goals')).json().data[0]).toMatchObject({ current_value: 55 });
    expect((await person.get('/api/dashboard/action-items')).json()[0]).toMatchObject({ status: 'done' });
    expect((await person.get('/api/cms/pages')).json()[0]).toMatchObject({ title: 'A draft', status: 'draft' });
    expect((await person.get('/api/insights/history')).json().total).toBe(1);
  });

  it('leaves a line in the trail for each change, with its name', async () => {
    const { person, client } = await withWriter();
    for (const title of ['One', 'Two']) await callTool(client, 'draft_page', { title, content: title });

    const { data } = (await person.get(`${ORG}?type=assistant_changed`)).json();

    expect(data).toHaveLength(2);
    expect(data[0]).toMatchObject({
      actor: 'Test assistant',
      member: { userId: person.userId },
      details: { assistant: 'Test assistant', procedure: 'cms.pages.create' },
    });
  });

  it('changes nothing of another organization', async () => {
    const { client } = await withWriter();
    const other = await portal.register();
    await ingest(other, [
      record('goal', { title: 'Theirs' }),
      record('action_item', { title: 'Theirs', status: 'open' }),
    ]);
    const { goal, task } = await idsOf(other);

    const answers = [
      await callTool(client, 'report_goal_progress', { id: goal, value: 1 }),
      await callTool(client, 'update_task', { id: task, status: 'done', orgId: other.orgId, clientId: other.orgId }),
      await callTool(client, 'update_recommendation', { id: task, status: 'done' }),
    ];

    for (const answer of answers)
      expect(answer).toMatchObject({ isError: true, structuredContent: { code: 'NOT_FOUND' } });
    expect((await other.get('/api/dashboard/action-items')).json()[0]).not.toMatchObject({ status: 'done' });
  });

  it('is told by the tools what they change, and chooses neither state nor assignee', async () => {
    const { client } = await withWriter();

    const { tools } = await client.listTools();

    const writing = tools.filter(({ annotations }) => annotations?.readOnlyHint === false);
    expect(writing.map(({ name }) => name).sort()).toEqual([
      'ask_question',
      'create_task',
      'draft_page',
      'report_goal_progress',
      'update_recommendation',
      'update_task',
    ]);
    const inputs = Object.fromEntries(writing.map(({ name, inputSchema }) => [name, inputSchema.properties]));
    expect(inputs.draft_page).not.toHaveProperty('status');
    expect(inputs.create_task).not.toHaveProperty('assigneeId');
    expect(tools.length).toBeLessThanOrEqual(30);
  });
});

describe('without the scope "write"', () => {
  const WRITE = message('tools/call', { name: 'draft_page', arguments: { title: 'A page', content: 'Text' } });

  it.each(['an assistant', 'a key'])('%s is refused with 403 and the scope that it lacks', async (caller) => {
    const person = await portal.register();
    const token = caller === 'a key' ? (await person.pipeline(['read'])).key : (await letIn(portal, person)).access;

    const answer = await sendBody(portal, token, WRITE);

    expect(answer.statusCode).toBe(403);
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer error="insufficient_scope", scope="read write"/);
    expect(answer.json()).toMatchObject({ id: 1, error: { data: { code: 'FORBIDDEN' } } });
    expect((await person.get('/api/cms/pages')).json()).toEqual([]);
  });

  it('a key is shown no tool that changes something', async () => {
    const person = await portal.register();
    await makePage(person, { title: 'A page', content: 'Text' });
    const { tools } = await (await assistant(portal, (await person.pipeline(['read'])).key)).listTools();

    expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([]);
  });
});
