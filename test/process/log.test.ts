import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { onServer } from '../helpers/database.ts';
import { freshHome, type PortalProcess, settle, startPortal } from '../helpers/process.ts';
import { scan } from '../helpers/scans.ts';
import { json, startUpstream } from '../helpers/upstream.ts';

const SECRET = randomBytes(32).toString('base64');
const WORDS = 'Why did it fall? My own words stay mine.';
const WRONG = 'a wrong password that was typed';

interface Seen {
  method: string;
  path: string;
  status: number;
  requestId: string | null;
}

let portal: PortalProcess;
let secrets: Record<string, string>;
let end = async () => {};
const seen: Seen[] = [];

async function note(method: string, path: string, answer: Promise<{ status: number; headers: Headers }>) {
  const { status, headers } = await answer;
  seen.push({ method, path: path.split('?')[0] ?? '', status, requestId: headers.get('x-request-id') });
}

beforeAll(async () => {
  const upstream = await startUpstream(json(500, { error: 'the upstream says too much' }));
  const home = await freshHome();
  portal = await startPortal({ ...home.variables, INSIGHTS_URL: upstream.url, INSIGHTS_SECRET: SECRET });
  end = async () => {
    await portal.kill();
    await Promise.all([upstream.close(), home.drop()]);
  };
  const { email, password, cookie, key, person, pipeline } = await settle(portal);
  const stranger = portal.visitor();
  const post = (who: typeof person, path: string, body?: unknown) => note('POST', path, who.post(path, body));
  const get = (who: typeof person, path: string) => note('GET', path, who.get(path));

  await post(stranger, '/api/auth/login', { email, password });
  await post(stranger, '/api/auth/login', { email, password: WRONG });
  await post(stranger, '/api/auth/register', { email, password });
  await post(stranger, '/api/auth/register', { email: 'nobody', password: 'short7' });
  await post(pipeline, '/api/ingest/scans', scan());
  await post(pipeline, '/api/ingest/scans', { externalId: WORDS });
  await post(person, '/api/insights/query', { type: 'nlq', query: WORDS });
  await get(person, `/api/visibility/score-history?limit=5&token=${key}`);
  await get(person, `/api/nowhere?password=${encodeURIComponent(password)}`);
  await get(stranger, '/api/auth/account/profile');
  if ('DATABASE_URL' in home.variables) {
    const admin = postgres(String(home.variables.DATABASE_URL), { max: 1, onnotice: () => {} });
    await admin`alter table users rename to users_gone`;
    await post(portal.visitor(), '/api/auth/register', { email: `x${email}`, password });
    await get(person, '/api/auth/account/profile');
    await admin.end();
  }
  await vi.waitFor(() => {
    const logged = new Set(portal.log().flatMap(({ reqId, path }) => (path ? [reqId] : [])));
    const missing = seen.filter(({ requestId }) => !logged.has(requestId ?? ''));
    if (missing.length > 0) throw new Error(`No line for ${JSON.stringify(missing)}.`);
  });
  const cookies = Object.fromEntries(cookie.split('; ').map((pair) => pair.split('=') as [string, string]));
  secrets = { password, wrong: WRONG, key, SECRET, WORDS, email, ...cookies };
});
afterAll(() => end());

describe('the log', () => {
  it('consists of JSON lines except for the start message', () => {
    const others = portal.said.stdout.split('\n').filter((line) => line && !line.startsWith('{'));

    expect(others.join('\n')).toMatch(/^The portal listens on http:\S+\n {2}documentation.*\n {2}data.*\n {2}mail.*$/);
    expect(portal.log().every(({ level, time, pid }) => level && time && pid === portal.pid)).toBe(true);
    expect(portal.said.stderr).toBe('');
  });

  it('has one access line per request with the id of the response', () => {
    const access = portal.log().filter(({ path }) => path);

    for (const { requestId, ...request } of seen)
      expect(access.filter(({ reqId }) => reqId === requestId)).toEqual([
        expect.objectContaining({ ...request, ms: expect.any(Number) }),
      ]);
  });

  it('contains no query string', () => {
    expect(portal.log().filter(({ path }) => String(path).includes('?'))).toEqual([]);
    expect(portal.said.stdout).not.toMatch(/limit=5|token=/);
  });

  it.each(['password', 'wrong', 'key', 'SECRET', 'WORDS', 'email', 'portal_session', 'portal_token'])(
    'does not contain the %s',
    (name) => {
      const secret = secrets[name] ?? '';

      expect(secret.length).toBeGreaterThan(10);
      expect(portal.said.stdout).not.toContain(secret);
      expect(portal.said.stdout).not.toContain(encodeURIComponent(secret));
    },
  );

  it('contains no SQL or parameters, even of failed statements', () => {
    const failures = portal.log().filter(({ level }) => Number(level) >= 50);

    if (onServer()) expect(seen.filter(({ status }) => status === 500).length).toBe(3);
    expect(failures.length).toBeGreaterThan(0);
    expect(portal.said.stdout).not.toMatch(
      /\b(insert into|select \\?"|update \\?"|delete from|set_config|returning)\b/i,
    );
    expect(portal.said.stdout).not.toMatch(/argon2id|"params?"|"parameters"|"query"/);
  });
});
