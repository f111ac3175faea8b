import { beforeAll, describe, expect, it } from 'vitest';
import { definitionOf, proceduresOf } from '../../internals/trpc.ts';
import { appRouter } from '../../routers/index.ts';
import { type SupportAccess, supportAccess } from '../../server/trpc/delegates.ts';
import type { Policy } from '../../server/trpc/rest.ts';
import { registerOperator } from '../helpers/operators.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { type Supporter, startSupport } from '../helpers/support.ts';
import { outcome, query } from '../helpers/wire.ts';

const portal = portalForThisFile({
  besideOthers: true,
  env: { RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_PER_CLIENT: '0' },
});

/** The changes open to support sessions with `write`. */
const WRITES = [
  'annotations.create',
  'annotations.remove',
  'cms.pages.create',
  'cms.pages.createComment',
  'cms.pages.remove',
  'cms.pages.restore',
  'cms.pages.restoreVersion',
  'cms.pages.schedule',
  'cms.pages.unschedule',
  'cms.pages.update',
  'cms.pages.updateMetadata',
  'contentSuggestions.feedback',
  'contentSuggestions.page',
  'contentSuggestions.update',
  'dashboard.actionItems.create',
  'dashboard.actionItems.remove',
  'dashboard.actionItems.update',
  'dashboard.goals.create',
  'dashboard.goals.progress',
  'dashboard.goals.update',
  'imports',
  'insights.query',
  'insights.runs.feedback',
  'visibility.actionPlan.items.update',
  'visibility.measurement.prompts.create',
  'visibility.measurement.prompts.remove',
  'visibility.measurement.prompts.suggest',
  'visibility.measurement.prompts.update',
  'visibility.measurement.runs.cancel',
  'visibility.measurement.runs.create',
  'visibility.measurement.runs.recount',
  'visibility.measurement.update',
  'visibility.recommendations.update',
];

/** Changes that no support session makes: of accounts, members, keys, passwords, second factors and billing. */
const CLOSED_CHANGES = [
  'alerts.create',
  'alerts.remove',
  'alerts.update',
  'auth.acceptInvitation',
  'auth.account.answerConsent',
  'auth.account.changeEmail',
  'auth.account.changePassword',
  'auth.account.grants.remove',
  'auth.account.passkeys.create',
  'auth.account.passkeys.options',
  'auth.account.passkeys.remove',
  'auth.account.remove',
  'auth.account.sessions.remove',
  'auth.account.sessions.revokeOthers',
  'auth.account.updateNotifications',
  'auth.account.updateProfile',
  'auth.emailCode.create',
  'auth.forgotPassword',
  'auth.org.apiKeys.create',
  'auth.org.apiKeys.remove',
  'auth.org.export',
  'auth.org.grants.remove',
  'auth.org.invitations.create',
  'auth.org.invitations.remove',
  'auth.org.leave',
  'auth.org.members.endSessions',
  'auth.org.members.remove',
  'auth.org.members.update',
  'auth.org.remove',
  'auth.org.removeSso',
  'auth.org.switch',
  'auth.org.update',
  'auth.org.updateSso',
  'auth.org.verifySso',
  'auth.passkey.options',
  'auth.register',
  'auth.resendVerification',
  'auth.resetPassword',
  'auth.twoFactor.confirm',
  'auth.twoFactor.disable',
  'auth.twoFactor.regenerateBackupCodes',
  'auth.twoFactor.setup',
  'auth.verifyEmail',
  'billing.portal',
  'connections.create',
  'connections.google.authorize',
  'connections.remove',
  'connections.sync',
  'ingest.records',
  'ingest.scans',
  'reports.links.create',
  'reports.links.remove',
  'webhooks.create',
  'webhooks.deliveries.replay',
  'webhooks.remove',
  'webhooks.rotate',
  'webhooks.test',
  'webhooks.update',
];

const CLOSED_READS = [
  'auth.account.consent',
  'auth.account.export',
  'auth.org.exports',
  'connections.google.properties',
  'exports.goals',
  'exports.report',
  'ingest.changes',
  'webhooks.deliveries.list',
  'webhooks.list',
];

/** Procedures that end or replace the session itself. */
const ALWAYS = [
  'auth.emailCode.verify',
  'auth.login',
  'auth.logout',
  'auth.passkey.verify',
  'auth.twoFactor.verifyBackupCode',
  'auth.twoFactor.verifyLogin',
  'operator.supportSession',
];

const procedures = Object.entries(proceduresOf(appRouter)).map(([path, procedure]) => {
  const { type, meta } = definitionOf<Policy>(procedure);
  return { path, type, access: meta?.access, may: supportAccess(type, meta ?? {}) };
});
const ofOperators = procedures.filter(({ path }) => path.startsWith('operator.'));
const others = procedures.filter((one) => !ofOperators.includes(one));
const pathsOf = (type: 'query' | 'mutation', ...may: SupportAccess[]) =>
  others.flatMap((one) => (one.type === type && may.includes(one.may) ? [one.path] : [])).sort();

describe('Every procedure is classified for support sessions', () => {
  // A new procedure belongs into one of the lists above: decide what an operator may do there in a client's place.
  it('a change is made with `write` only, or never', () => {
    expect(pathsOf('mutation', 'write')).toEqual(WRITES);
    expect(pathsOf('mutation', 'never')).toEqual(CLOSED_CHANGES);
    expect(pathsOf('mutation', 'always')).toEqual(ALWAYS.filter((path) => !path.startsWith('operator.')));
    expect(pathsOf('mutation', 'read')).toEqual(['cms.preview']);
  });

  it('a read is open, or closed as it tells too much', () => {
    expect(pathsOf('query', 'never')).toEqual(CLOSED_READS);
    expect(pathsOf('query', 'write', 'always')).toEqual([]);
  });

  it('a route of operators is closed, but for the end of the session', () => {
    expect(ofOperators.filter(({ may }) => may !== 'never').map(({ path }) => path)).toEqual([
      'operator.supportSession',
    ]);
  });
});

describe('Over HTTP', () => {
  let reading: Supporter;
  let writing: Supporter;
  beforeAll(async () => {
    const [operator, client] = [await registerOperator(portal), await portal.register()];
    reading = await startSupport(operator, client);
    writing = await startSupport(operator, client, { write: true });
  });

  const CLOSED = 'This is not available in support sessions.';

  it.each([...WRITES, ...CLOSED_CHANGES])('%s is READ_ONLY for a session that reads', async (path) => {
    expect(outcome(await reading.post(`/trpc/${path}`, {}))).toBe('403 READ_ONLY');
  });

  it.each(CLOSED_CHANGES)('%s is closed to a session that writes', async (path) => {
    const answer = await writing.post(`/trpc/${path}`, {});

    expect([outcome(answer), answer.json().error.message]).toEqual(['403 FORBIDDEN', CLOSED]);
  });

  it.each(WRITES)('%s is not closed to a session that writes', async (path) => {
    const { body } = await writing.post(`/trpc/${path}`, {});

    expect(body).not.toMatch(/support session/i);
  });

  it.each(CLOSED_READS)('%s is not read either', async (path) => {
    const answers = [await reading.get(query(path, {})), await writing.get(query(path, {}))];

    expect(answers.map((answer) => [outcome(answer), answer.json().error.message])).toEqual(
      Array(2).fill(['403 FORBIDDEN', CLOSED]),
    );
  });

  it.each(pathsOf('query', 'read'))('%s is read', async (path) => {
    const answer = await reading.get(query(path, {}));

    expect(answer.statusCode).not.toBe(401);
    expect(answer.body).not.toContain(CLOSED);
  });

  it.each(ofOperators.filter(({ may }) => may === 'never'))('$path does not exist', async ({ path, type }) => {
    const answer = await (type === 'query' ? writing.get(query(path, {})) : writing.post(`/trpc/${path}`, {}));

    expect(outcome(answer)).toBe('404 NOT_FOUND');
  });
});
