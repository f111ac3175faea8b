import { expect, it } from 'vitest';
import { document } from '../../openapi/document.ts';

// Procedure names are the words of a path in camelCase, without ids. A path with subpaths is a router, and its
// own methods are list, get, create, update and remove.

const SPELLED: Record<string, string> = { '2fa': 'twoFactor' };
const camel = (word: string) => SPELLED[word] ?? word.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const wordsOf = (path: string) =>
  path
    .slice(1)
    .split('/')
    .filter((part) => !part.startsWith('{'))
    .map(camel);

const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({ method, path, id: String(operationId) })),
);

/** A path whose last word is an action, or that is both read and written. */
const EXCEPTIONS: Record<string, string> = {
  'put /auth/account/notifications': 'auth_account_updateNotifications',
  'post /auth/account/consent': 'auth_account_answerConsent',
  'put /auth/account/profile': 'auth_account_updateProfile',
  'get /auth/org/sso': 'auth_org_sso',
  'put /auth/org/sso': 'auth_org_updateSso',
  'delete /auth/org/sso': 'auth_org_removeSso',
  'post /auth/org/sso/verify': 'auth_org_verifySso',
  'delete /auth/org/members/{id}/sessions': 'auth_org_members_endSessions',
  'put /cms/pages/{id}/metadata': 'cms_pages_updateMetadata',
  'put /operator/clients/{id}/branding': 'operator_clients_updateBranding',
  'put /operator/plans': 'operator_updatePlans',
  'get /cms/pages/{id}/versions': 'cms_pages_versions',
  'get /cms/pages/{id}/versions/{a}/diff/{b}': 'cms_pages_versionDiff',
  'post /cms/pages/{id}/comments': 'cms_pages_createComment',
  'delete /cms/pages/{id}/schedule': 'cms_pages_unschedule',
  'post /cms/pages/{id}/versions/{version}/restore': 'cms_pages_restoreVersion',
};

/** Paths of one object whose words go on below it. */
const OBJECTS = ['/auth/org', '/visibility/aeo', '/visibility/action-plan', '/visibility/measurement'];

function nameOf(method: string, path: string) {
  const words = wordsOf(path);
  const goesOn = operations.some(({ path: other }) => {
    const longer = wordsOf(other);
    return longer.length > words.length && words.every((word, at) => longer[at] === word);
  });
  const hasItems = operations.some(({ path: other }) => other.startsWith(`${path}/{`));
  const isItem = path.endsWith('}');
  if (!goesOn && !hasItems && !isItem) return words.join('_');
  const reading = isItem || (!hasItems && OBJECTS.includes(path)) ? 'get' : 'list';
  const own = { get: reading, post: 'create', put: 'update', delete: 'remove' }[method];
  return [...words, own].join('_');
}

const VIEW = '/operator/clients/{clientId}/view';

/** A view has the name of what it shows, below its own. */
const expectedName = (method: string, path: string): string =>
  path.startsWith(VIEW)
    ? `operator_clients_view_${expectedName(method, path.slice(VIEW.length))}`
    : (EXCEPTIONS[`${method} ${path}`] ?? nameOf(method, path));

it('procedures are named after the words of their REST paths', () => {
  const wrong = operations
    .map(({ method, path, id }) => ({ id, expected: expectedName(method, path) }))
    .filter(({ id, expected }) => id !== expected);

  expect(wrong).toEqual([]);
});
