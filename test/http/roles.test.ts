import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { memberships } from '../../db/schema/index.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

describe('a member without the administrator role', () => {
  const demote = ({ userId }: Person) =>
    portal.deps.database.accounts.update(memberships).set({ role: 'member' }).where(eq(memberships.userId, userId));
  const member = async () => {
    const person = await portal.register();
    await demote(person);
    return person;
  };
  const ways = (person: Person, body: object) =>
    Promise.all([person.post('/api/auth/org/api-keys', body), person.post('/trpc/auth.org.apiKeys.create', body)]);

  it('gets validation errors before FORBIDDEN', async () => {
    const person = await member();

    const bad = await ways(person, { name: '' });
    const good = await ways(person, { name: 'Pipeline', scopes: ['read'] });

    expect(bad.map(outcome)).toEqual(['400 VALIDATION_ERROR', '400 VALIDATION_ERROR']);
    expect(good.map(outcome)).toEqual(['403 FORBIDDEN', '403 FORBIDDEN']);
  });

  it('cannot tell which API keys exist', async () => {
    const person = await portal.register();
    await person.pipeline();
    const [key] = (await person.get('/api/auth/org/api-keys')).json().data;
    await demote(person);

    const answers = await Promise.all([
      person.get('/api/auth/org/api-keys'),
      person.del(`/api/auth/org/api-keys/${key.id}`),
      person.del('/api/auth/org/api-keys/no-id'),
      person.post('/trpc/auth.org.apiKeys.remove', { id: key.id }),
    ]);

    expect(answers.map(outcome)).toEqual(Array(4).fill('403 FORBIDDEN'));
  });

  it('may read', async () => {
    const person = await member();

    const answers = await Promise.all([person.get('/api/visibility/scores'), person.get('/api/insights/history')]);

    expect(answers.map(outcome)).toEqual(['200', '200']);
  });
});

describe('an API key', () => {
  it('returns 403 without the scope, whatever the body', async () => {
    const person = await portal.register();
    const [reader, writer] = [await person.pipeline(['read']), await person.pipeline(['ingest'])];

    const answers = await Promise.all([
      reader.post('/api/ingest/scans', {}),
      writer.get('/api/visibility/scores'),
      reader.post('/api/insights/query', { type: 'scoring' }),
      reader.get('/api/auth/account/profile'),
      writer.post('/trpc/auth.org.apiKeys.create', { name: 'More', scopes: ['read'] }),
    ]);

    expect(answers.map(outcome)).toEqual(Array(5).fill('403 FORBIDDEN'));
  });

  it('takes precedence over a cookie', async () => {
    const [mine, theirs] = [await portal.register(), await portal.register()];
    const { key } = await mine.pipeline(['ingest']);

    const response = await theirs.get('/api/visibility/scores', { authorization: `Bearer ${key}` });

    expect(outcome(response)).toBe('403 FORBIDDEN');
  });

  it('is rejected if unknown, even together with a cookie', async () => {
    const person = await portal.register();

    const response = await person.get('/api/visibility/scores', { authorization: `Bearer pk_${'a'.repeat(43)}` });

    expect(outcome(response)).toBe('401 UNAUTHENTICATED');
  });
});
