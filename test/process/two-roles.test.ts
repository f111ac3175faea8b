import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mailFolder } from '../../server/mail/mailer.ts';
import { onServer } from '../helpers/database.ts';
import { homeForThisTest, type PortalProcess, portalProcess, settle } from '../helpers/process.ts';
import { scan } from '../helpers/scans.ts';
import { run } from '../helpers/spawn.ts';
import { twoRoles } from '../helpers/two-roles.ts';

const keys = ['PSEUDONYM_KEY', 'ENCRYPTION_KEY', 'SIGNING_KEY'];

/** The settings of a portal in production. */
async function productionHome() {
  const secrets = keys.map((name) => [name, randomBytes(32).toString('base64')]);
  return { ...(await homeForThisTest()), ...Object.fromEntries(secrets), NODE_ENV: 'production' };
}

const messages = (portal: PortalProcess) =>
  portal.log().flatMap(({ level, msg }) => (level === 40 ? [String(msg)] : []));
const aboutRoles = (portal: PortalProcess) => messages(portal).filter((message) => message.includes('DATABASE_'));

describe.skipIf(!onServer())('In production', () => {
  it('a portal with two roles works whole, beside another and after a restart', async () => {
    const place = await twoRoles();
    onTestFinished(() => place.drop());
    const variables = { ...(await productionHome()), ...place.variables };

    const first = await portalProcess(variables);
    const { email, password, person, pipeline, cookie } = await settle(first);
    const signedIn = await first.visitor().post('/api/auth/login', { email, password });
    const sent = await pipeline.post('/api/ingest/scans', scan({ externalId: 'one' }));
    const page = await person.post('/api/cms/pages', { title: 'One', content: '# One' }, { 'idempotency-key': 'one' });
    await first.visitor().post('/api/auth/forgot-password', { email });
    expect([signedIn.status, sent.status, page.status]).toEqual([200, 201, 201]);
    await expect.poll(async () => (await readdir(mailFolder(variables.DATA_DIR))).length).toBe(2);

    const second = await portalProcess(variables);
    const scores = await second.visitor().get('/api/visibility/scores', { cookie });
    expect(scores.json().data.runId).toBe(sent.json().runId);

    // Sweeps run at the start of a process.
    await first.kill();
    await second.kill();
    await place.admin`update security_events set at = now() - interval '401 days'`;
    await place.admin`update idempotency_keys set claimed_at = now() - interval '2 days'`;
    const third = await portalProcess(variables);
    const left = () => place.admin`select (select count(*)::int from security_events) as events,
      (select count(*)::int from idempotency_keys) as keys`;
    await expect.poll(left).toEqual([{ events: 0, keys: 0 }]);
    const again = await third.visitor().get('/api/visibility/scores', { cookie });
    const rebuilt = () => place.admin`select reindex_on > now() - interval '5 minutes' as lately from pgboss.version`;
    await expect.poll(rebuilt).toEqual([{ lately: true }]);

    expect(again.status).toBe(200);
    for (const portal of [first, second, third]) {
      expect(aboutRoles(portal)).toEqual([]);
      expect(messages(portal).filter((message) => /sweep|queue|failed/i.test(message))).toEqual([]);
    }
  });

  it('the command that migrates uses both', async () => {
    const place = await twoRoles();
    onTestFinished(() => place.drop());
    const command = run('portal/cli/database.ts', { ...(await productionHome()), ...place.variables }, undefined, [
      'migrate',
    ]);

    expect(await command.closed).toMatchObject({ code: 0 });
    expect(command.said.stdout).toBe('The database is up to date.\n');
    expect(await place.admin`select distinct tableowner from pg_tables where schemaname = 'public'`).toEqual([
      { tableowner: place.owner },
    ]);
  });

  it('one role starts with a warning', async () => {
    const portal = await portalProcess(await productionHome());

    expect(aboutRoles(portal)).toEqual([
      'The role of DATABASE_URL owns the tables and may become portal_maintenance: give migrations another role in DATABASE_MIGRATION_URL.',
    ]);
  });

  it('a serving role that owns the tables stops the start in one line', async () => {
    const place = await twoRoles();
    onTestFinished(() => place.drop());
    await place.admin.unsafe(`grant ${place.owner} to ${place.serving}`);
    const portal = run('portal/start.js', { PORT: '0', ...(await productionHome()), ...place.variables });

    expect((await portal.closed).code).toBe(1);
    expect(portal.said.stderr).toMatch(
      new RegExp(`^The user of DATABASE_URL may become ${place.owner}: [^\\n]+ docs/deploy.md\\.\\n$`),
    );
  });
});
