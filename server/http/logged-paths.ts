import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Parameters of routes that let their holder in, by their names. */
const SECRET = /\/:(?:\w*token|code|secret|key|signature|password)(?=\/|$)/i;

const SLASHES = '[/\\\\]+';

/**
 * Returns what the log says for the path of a request: the pattern of its route where that takes a secret, as
 * `/r/:token` does. Paths that no route takes are cut where such a route would begin, since links are mistyped.
 */
export function loggedPaths(app: FastifyInstance) {
  const patterns = new Set<string>();
  let beginnings = /$^/;
  app.addHook('onRoute', ({ url }) => {
    if (!SECRET.test(url)) return;
    patterns.add(url);
    const words = new Set([...patterns].map((pattern) => pattern.split(SECRET, 1).join('').replaceAll('/', SLASHES)));
    beginnings = new RegExp(`(?:${[...words].join('|')})${SLASHES}`, 'i');
  });
  return ({ url, routeOptions: { url: route } }: FastifyRequest): string => {
    if (route !== undefined && patterns.has(route)) return route;
    const [path = ''] = url.split('?', 1);
    if (route !== undefined) return path;
    const readable = decodeURIComponent(path);
    const found = beginnings.exec(readable);
    return found ? `${readable.slice(0, found.index)}${found[0]}…` : path;
  };
}
