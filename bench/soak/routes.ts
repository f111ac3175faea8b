import { readFileSync } from 'node:fs';

// The reads of the document, with ids of what the demo has.

const DOCUMENT = new URL('../../openapi/openapi.json', import.meta.url);

/** Where the ids of a route are listed, by the beginning of its path. */
const LISTS: Record<string, string> = {
  '/cms/pages': '/cms/pages',
  '/dashboard/goals': '/dashboard/goals',
  '/insights/runs': '/insights/history',
  '/webhooks': '/webhooks',
};
const VERSIONS = { a: '1', b: '2' };
const QUERIES: Record<string, string> = { '/insights/preview': '?query=Why%3F' };
/** An id that nothing has, where the demo's administrator may list none. */
const NOTHING = '00000000-0000-4000-8000-000000000000';

/** The first id in an answer. */
const firstId = (text: string) => /"id":"([\w-]+)"/.exec(text)?.[1] ?? NOTHING;

/** Every GET route of the document with a path that exists. */
export async function readRoutes(url: string, cookie: string): Promise<{ route: string; path: string }[]> {
  const { paths } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as { paths: Record<string, object> };
  const routes = Object.keys(paths).filter((path) => 'get' in (paths[path] ?? {}));
  const found: { route: string; path: string }[] = [];
  for (const route of routes) {
    const [, list] = Object.entries(LISTS).find(([start]) => route.startsWith(`${start}/{id}`)) ?? [];
    const ids = list && (await fetch(`${url}/api${list}`, { headers: { cookie } }).then((answer) => answer.text()));
    const known: Record<string, string> = { ...VERSIONS, id: firstId(ids ?? '') };
    const path = route.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? NOTHING);
    found.push({ route, path: `/api${path}${QUERIES[route] ?? ''}` });
  }
  return found;
}
