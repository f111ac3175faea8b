import { describe, expect, it } from 'vitest';
import { invite, type Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile();

const PAGE = { title: 'A page', type: 'blog' };

/** The outcomes of the calls of one batch, each a path with its input. */
async function batch({ post }: Person, ...calls: [string, object][]): Promise<(string | number)[]> {
  const path = calls.map(([name]) => name).join();
  const answer = await post(`/trpc/${path}?batch=1`, Object.fromEntries(calls.map(([, input], turn) => [turn, input])));
  return answer.json().map(({ error }: { error?: { data: { errorCode: string } } }) => error?.data.errorCode ?? 'done');
}

const pagesOf = async ({ get }: Person) => (await get('/api/cms/pages')).json().length;

describe('A call of a batch', () => {
  it('has no session after a call that ended it', async () => {
    const person = await portal.register();
    const again = await portal.visitor().post('/api/auth/login', person);

    const outcomes = await batch(person, ['auth.logout', {}], ['cms.pages.create', PAGE]);

    const cookie = `portal_session=${again.cookies[0]?.value}`;
    expect(outcomes).toEqual(['done', 'UNAUTHENTICATED']);
    expect((await portal.visitor().get('/api/cms/pages', { cookie })).json()).toEqual([]);
  });

  it('writes nothing for the former caller after a sign-in as somebody else', async () => {
    const [one, { email, password }] = [await portal.register(), await portal.register()];
    const colleague = await portal.join(one);

    const outcomes = await batch(one, ['auth.login', { email, password }], ['cms.pages.create', PAGE]);

    expect(outcomes).toEqual(['done', 'UNAUTHENTICATED']);
    expect(await pagesOf(colleague)).toBe(0);
  });

  it('writes to the organization that a call before it switched to', async () => {
    const [one, other] = [await portal.register(), await portal.register()];
    const { token } = await invite(other, { email: one.email });
    await one.post('/api/auth/accept-invitation', { token });
    await one.post('/api/auth/org/switch', { orgId: one.orgId });

    const outcomes = await batch(one, ['auth.org.switch', { orgId: other.orgId }], ['cms.pages.create', PAGE]);

    expect(outcomes).toEqual(['done', 'done']);
    expect(await pagesOf(other)).toBe(1);
  });

  it('has no power of an administrator who steps down in the batch', async () => {
    const owner = await portal.register();
    const second = await portal.join(owner, 'admin');
    const members: { id: string; userId: string }[] = (await owner.get('/api/auth/org/members')).json().data;
    const id = members.find(({ userId }) => userId === second.userId)?.id;

    const outcomes = await batch(
      second,
      ['auth.org.members.update', { id, role: 'member' }],
      ['auth.org.update', { name: 'Mine' }],
    );

    expect(outcomes).toEqual(['done', 'FORBIDDEN']);
  });
});
