import { expect, it } from 'vitest';
import { type JsonSchema, resolve } from '../../openapi/json-schema.ts';
import { components, operations } from '../helpers/documented.ts';

/** Routes with arrays that are no lists: each array is bounded, by its kind or by what may be stored. */
const BOUNDED = [
  '/analytics/heatmap', // the hours of a week
  '/auth/account/consent', // two scopes
  '/auth/account/profile', // 16 modules
  '/auth/org', // 16 modules
  '/auth/org/branding', // ten shades
  '/auth/org/sso', // 20 domains
  '/billing/subscription', // the items of one subscription
  '/cms/pages/{id}', // the tags of a page
  '/cms/pages/{id}/scores', // the checks of a page
  '/connections', // one of a kind
  '/connections/google/properties', // 1,000 of one account
  '/content-suggestions/analytics', // the 100 most frequent types
  '/dashboard/content-impact', // the 20 largest sources
  '/insights/preview', // what one question sends
  '/operator/clients/{id}', // 16 modules
  '/operator/clients/{id}/branding', // ten shades
  '/operator/clients/{id}/state', // the people and keys that an organization may have
  '/operator/connections/{id}/google/properties',
  '/operator/plans', // at most 100, with 16 modules
  '/operator/portfolios/{id}', // 5,000 ids of clients and 500 people
  '/operator/reports/{id}', // 1,000 of one account
  '/visibility/measurement', // a choice for each engine
  '/visibility/measurement/runs/{id}', // a count for each engine
  '/visibility/overview', // the latest 12 scans, the first 3 recommendations
  '/visibility/scores', // 50 tiers, 200 components
  '/visibility/search', // 366 days, 100 queries and pages
  '/visibility/site-audit', // 50 pages, a line for each check
  '/visibility/website-analytics', // 366 days, the 20 largest of each kind
];

/** Whether a schema has an array anywhere. */
function hasArray(schema: JsonSchema): boolean {
  const { items, properties = {}, anyOf = [], oneOf = [] } = resolve(schema, components.schemas);
  return items !== undefined || [...Object.values(properties), ...anyOf, ...oneOf].some(hasArray);
}

const answersArray = ({ operation }: (typeof operations)[number]) => {
  const { content = {} } = operation.responses[200] as { content?: Record<string, { schema: JsonSchema }> };
  return Object.values(content).some(({ schema }) => hasArray(schema));
};

it('has no answer with an unbounded array', () => {
  // The view of a list is that list.
  const reads = operations.filter(({ method, path }) => method === 'GET' && !path.includes('/view/'));
  const hasPages = ({ operation }: (typeof operations)[number]) =>
    JSON.stringify(operation.parameters ?? []).includes('"after"');

  const found = reads.filter((one) => answersArray(one) && !hasPages(one)).map(({ path }) => path);

  expect(found.sort(), 'Page the list, or add the route to BOUNDED with what bounds it.').toEqual(BOUNDED);
});
