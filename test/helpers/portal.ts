import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, onTestFinished, vi } from 'vitest';
import type { Database } from '../../db/database.ts';
import { buildInsights } from '../../insights/app.ts';
import { buildApp } from '../../portal/app.ts';
import { createLog } from '../../portal/process/log.ts';
import type { Deps } from '../../server/deps.ts';
import { seconds } from '../../server/durations.ts';
import { readEnv } from '../../server/env.ts';
import { makeDeps } from '../../server/make-deps.ts';
import { freshDatabase, onServer } from './database.ts';
import { lightChromiumPath } from './light-chromium.ts';
import { postOfficeOf } from './mailbox.ts';
import { type Account, join, type Person, register, visitor } from './people.ts';
import { watchSecrets } from './secrets.ts';
import { migratedTwoRoles } from './two-roles.ts';

const key = () => randomBytes(32).toString('base64');

/** The keys of a test portal. */
const secrets = () => ({
  INSIGHTS_SECRET: key(),
  PSEUDONYM_KEY: key(),
  ENCRYPTION_KEY: key(),
  SIGNING_KEY: key(),
});

/** Four workers share the cores of a machine that may be slow: statements get longer than those of a serving portal. */
const TIMEOUTS = { statement: seconds(15), transaction: seconds(25) };

export type Portal = Awaited<ReturnType<typeof openPortal>>;

interface Options {
  /** Additional or overriding environment variables. */
  env?: Record<string, string>;
  /** Another portal whose database is shared: over separate connections on a server, over the same one if embedded. */
  beside?: { database: { variables: Record<string, string> }; deps?: { database: Database } };
  /** Serves as a role that owns no table, where the suite runs on a server. */
  restricted?: boolean;
  /** Counts limits in the database, even an embedded one. */
  countInDatabase?: boolean;
  /** Of database statements and transactions. Default: longer than those of a serving portal. */
  timeouts?: { statement: number; transaction: number };
  /** Where the built pages are, if not where `npm run build` puts them. */
  webFolder?: URL;
}

/**
 * A complete portal on its own database, with the real insights service over HTTP. Close it when done:
 * `afterAll(() => portal.close())`.
 */
export async function openPortal({ env = {}, beside, restricted, webFolder, ...options }: Options = {}) {
  const fresh = restricted && onServer() ? migratedTwoRoles : freshDatabase;
  const database = beside?.database ?? (await fresh());
  const shared = onServer() ? undefined : beside?.deps?.database;
  const CHROMIUM_PATH = process.env.CHROMIUM_PATH ?? (await lightChromiumPath());
  const chromium = CHROMIUM_PATH === undefined ? {} : { CHROMIUM_PATH };
  const variables = { ...secrets(), TRUST_PROXY: '127.0.0.1', ...chromium, ...database.variables, ...env };
  const insights = buildInsights({ secrets: [variables.INSIGHTS_SECRET], logLevel: 'silent' });
  const insightsUrl = env.INSIGHTS_URL ?? (await insights.listen({ port: 0, host: '127.0.0.1' }));

  const lines: string[] = [];
  const sink = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  });
  const log = createLog('info', sink);
  const deps: Deps = await makeDeps(readEnv({ ...variables, INSIGHTS_URL: insightsUrl }), log, {
    timeouts: TIMEOUTS,
    ...options,
    // A shared database is closed by the portal that opened it.
    ...(shared && { database: { ...shared, close: async () => {} } }),
  });
  const app = await buildApp(deps, webFolder);
  const refuseTellingLogs = watchSecrets(app, deps, lines);
  await app.ready();
  let address: Promise<string> | undefined;

  return {
    app,
    deps,
    database: { variables },
    /** The lines of the log. */
    lines,
    inject: (request: InjectOptions) => app.inject(request),
    /** A new visitor with a unique address, not signed in. */
    visitor: () => visitor(app),
    /** The signed-in administrator of a new organization. */
    register: (facts?: Partial<Account>) => register(app, facts),
    /** A signed-in new member of an administrator's organization. */
    join: (admin: Person, role?: 'admin' | 'member', facts?: Partial<Account>) => join(app, admin, role, facts),
    /** Listens on a real socket and returns the URL. */
    listen() {
      address ??= app.listen({ port: 0, host: '127.0.0.1' });
      return address;
    },
    /** Throws if the log so far has a secret in it, and empties it. */
    startLogAnew: refuseTellingLogs,
    ...postOfficeOf(deps),
    async close() {
      await app.close();
      await deps.close();
      await insights.close();
      if ('drop' in database) await (database as { drop: () => Promise<unknown> }).drop();
      refuseTellingLogs();
    },
  };
}

/** The portals that the files of a worker share, by their options. They end with the worker. */
const shared = new Map<string, Promise<Portal>>();

/** Options that leave the portal as it is on this database open no other. */
const sharedBy = ({ restricted, countInDatabase }: Options) =>
  onServer() ? `${Boolean(restricted)}` : `counts in the database: ${Boolean(countInDatabase)}`;

/** The portal of a kind that the files of a worker share. */
function commonPortal({ restricted, countInDatabase }: Options) {
  const options = { ...(restricted && { restricted }), ...(countInDatabase && { countInDatabase }) };
  const opening = shared.get(sharedBy(options)) ?? openPortal(options);
  shared.set(sharedBy(options), opening);
  return opening;
}

/**
 * Opens a portal with variables of its own on the database that the files of a worker share. A database is most of what
 * a portal costs.
 */
export const openBeside = async (options: Options) => openPortal({ ...options, beside: await commonPortal(options) });

type Opening = Options & {
  /** On the database that the files of a worker share, with variables of its own. */
  besideOthers?: boolean;
};

const opening = ({ besideOthers, ...options }: Opening = {}) => (besideOthers ? openBeside : openPortal)(options);

/** A portal for one test only. */
export async function portalForThisTest(options?: Opening) {
  const portal = await opening(options);
  onTestFinished(() => portal.close());
  return portal;
}

/** A portal for all tests of a file, ready before the first. */
function ownPortal(options?: Opening): () => Portal | undefined {
  let opened: Portal | undefined;
  beforeAll(async () => {
    opened = await opening(options);
  });
  afterAll(() => opened?.close());
  return () => opened;
}

function sharedPortal(options: Options): () => Portal | undefined {
  let opened: Portal | undefined;
  beforeAll(async () => {
    const portal = await commonPortal(options);
    opened = portal;
    // After long turns of the file before, such as statements of an embedded database, it may shed load for a second.
    await vi.waitUntil(async () => (await portal.inject({ url: '/api' })).statusCode !== 503, { timeout: seconds(30) });
  });
  afterAll(() => opened?.startLogAnew());
  return () => opened;
}

/**
 * A portal for the tests of a file: `const portal = portalForThisFile()`. Other files use it too, before and after, so
 * tests look at their own organizations. `own: true` asks for one that nobody else uses; `env` and the like do as well,
 * with `besideOthers` on the same database.
 */
export function portalForThisFile({ own, ...options }: Opening & { own?: boolean } = {}): Portal {
  const { restricted, countInDatabase, ...others } = options;
  const opened = own || Object.keys(others).length > 0 ? ownPortal(options) : sharedPortal(options);
  return new Proxy({} as Portal, {
    get: (_, key) => {
      const portal = opened();
      if (!portal) throw new Error('The portal is not open yet: use it in tests and hooks.');
      return Reflect.get(portal, key);
    },
  });
}
