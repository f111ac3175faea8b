import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientReports, reportLinks, reportUnsubscribes } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { brandOver, findBranding, portalBrand } from '../../server/branding/brand.ts';
import type { Deps } from '../../server/deps.ts';
import { readBytes } from '../../server/http/body.ts';
import { findTenant } from '../../server/identity/find-tenant.ts';
import { networkOfRequest } from '../../server/identity/sender.ts';
import { preferredLocale } from '../../server/languages.ts';
import { assertWithinLimit } from '../../server/limits/limits.ts';
import { BODY_BYTES } from '../../server/limits/sizes.ts';
import { keptReports } from '../exports/public.ts';
import { unsubscribePath } from './deliver.ts';
import { isCode, isPass, newPass, readLeaveToken, readLinkToken } from './link-tokens.ts';
import type { ClientReport } from './make.ts';
import { codePage, leavePage, leftPage, missingPage, OPEN_HEADERS, policyOf, reportPage } from './open-page.ts';
import { languageOfReport } from './report-language.ts';
import { LINKS } from './settings.ts';

type Link = typeof reportLinks.$inferSelect;

interface Found {
  tenant: Tenant;
  link: Link;
  report: ClientReport;
}

/** For how long a code that was given need not be given again, in seconds. */
const PASS = 15 * 60;

const isLive = and(gt(reportLinks.expiresAt, sql`now()`), lt(reportLinks.failures, LINKS.wrongCodes));

/** The link of a token and its report, while both are open. */
async function findLink({ database }: Deps, token: string): Promise<Found | undefined> {
  const read = readLinkToken(token);
  if (!read) return undefined;
  const tenant = await findTenant(database.accounts, read.clientId);
  if (tenant?.status !== 'active') return undefined;
  const [found] = await database
    .as(tenant)
    .select({ link: reportLinks, report: clientReports })
    .from(reportLinks)
    .innerJoin(
      clientReports,
      and(eq(clientReports.clientId, reportLinks.clientId), eq(clientReports.id, reportLinks.reportId)),
    )
    .where(
      ownedBy(tenant, reportLinks, eq(reportLinks.tokenHash, read.tokenHash), isLive, eq(clientReports.status, 'sent')),
    );
  return found && { tenant, ...found };
}

/**
 * Whether a code is the right one. Each attempt counts before it is compared, in one statement: of many at once five
 * are compared, whatever process they come to. Undefined when the link has ended.
 */
async function tryCode({ database, env }: Deps, { tenant, link }: Found, code: string): Promise<boolean | undefined> {
  const db = database.as(tenant);
  const [counted] = await db
    .update(reportLinks)
    .set({ failures: sql`${reportLinks.failures} + 1` })
    .where(ownedBy(tenant, reportLinks, eq(reportLinks.id, link.id), isLive))
    .returning({ failures: reportLinks.failures });
  if (!counted) return undefined;
  if (!isCode(env, link, code)) return false;
  await db
    .update(reportLinks)
    .set({ failures: 0 })
    .where(ownedBy(tenant, reportLinks, eq(reportLinks.id, link.id)));
  return true;
}

const cookieOf = (link: Link) => `report_${link.id}`;
const tokenOf = (request: FastifyRequest) => (request.params as { token: string }).token;

/** Opens reports by links, and ends mails, for people who are not signed in. Pages hold no script. */
export function openRoutes(app: FastifyInstance, deps: Deps) {
  const { env, database, limits, use } = deps;

  const begin = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(OPEN_HEADERS);
    assertWithinLimit(await limits.consume('reportLinks', networkOfRequest(request)));
    if (request.method !== 'POST') return new URLSearchParams();
    return new URLSearchParams((await readBytes(request, BODY_BYTES.credentials)).toString('utf8'));
  };
  const html = (reply: FastifyReply, status: number, page: string) =>
    reply.code(status).type('text/html; charset=utf-8').send(page);
  const missing = (request: FastifyRequest, reply: FastifyReply) =>
    html(
      reply.header('X-Error-Code', 'NOT_FOUND'),
      404,
      missingPage(preferredLocale(request.headers['accept-language']) ?? 'en'),
    );
  const hasPass = (request: FastifyRequest, link: Link) =>
    link.codeHash === null ||
    isPass(env, link.id, request.cookies[cookieOf(link)]) ||
    isPass(env, link.id, (request.query as { pass?: unknown }).pass);
  const languageOf = ({ tenant, report }: Found) => languageOfReport(database.accounts, tenant.clientId, report.plan);

  /** The brand of a client, whose colour the answer's policy then lets the page show. */
  async function brandFor(reply: FastifyReply, { clientId }: Tenant) {
    const brand = brandOver(portalBrand(env), await findBranding(database.accounts, clientId));
    reply.header('Content-Security-Policy', policyOf(brand));
    return brand;
  }
  async function show(reply: FastifyReply, found: Found, token: string, pass?: string) {
    const { tenant, report } = found;
    const pdf = `/r/${token}/pdf${pass === undefined ? '' : `?pass=${pass}`}`;
    const [brand, language] = [await brandFor(reply, tenant), await languageOf(found)];
    return html(reply, 200, reportPage({ report, organization: tenant.name, brand, language, pdf }));
  }
  async function ask(reply: FastifyReply, found: Found, token: string, status: 200 | 403) {
    const { tenant, report } = found;
    const isWrong = status === 403;
    if (isWrong) reply.header('X-Error-Code', 'FORBIDDEN');
    const [brand, language] = [await brandFor(reply, tenant), await languageOf(found)];
    return html(reply, status, codePage({ report, brand, language, action: `/r/${token}`, isWrong }));
  }

  app.get('/r/:token', async (request, reply) => {
    await begin(request, reply);
    const token = tokenOf(request);
    const found = await findLink(deps, token);
    if (!found) return missing(request, reply);
    return hasPass(request, found.link) ? show(reply, found, token) : ask(reply, found, token, 200);
  });

  app.post('/r/:token', async (request, reply) => {
    const form = await begin(request, reply);
    const token = tokenOf(request);
    const found = await findLink(deps, token);
    if (!found) return missing(request, reply);
    if (found.link.codeHash === null) return show(reply, found, token);
    const isRight = await tryCode(deps, found, (form.get('code') ?? '').trim().slice(0, 200));
    if (isRight === undefined) return missing(request, reply);
    if (!isRight) return ask(reply, found, token, 403);
    const pass = newPass(env, found.link.id, PASS);
    reply.setCookie(cookieOf(found.link), pass, { path: `/r/${token}`, maxAge: PASS });
    return show(reply, found, token, pass);
  });

  app.get('/r/:token/pdf', async (request, reply) => {
    await begin(request, reply);
    const token = tokenOf(request);
    const found = await findLink(deps, token);
    if (!found?.report.file || !found.report.filename) return missing(request, reply);
    if (!hasPass(request, found.link)) return ask(reply, found, token, 403);
    const pdf = await use(keptReports)
      .read(found.report.file)
      .catch(() => undefined);
    if (!pdf) return missing(request, reply);
    return reply
      .type('application/pdf')
      .header('Content-Disposition', `inline; filename="${found.report.filename}"`)
      .send(pdf);
  });

  const unsubscribing = async (request: FastifyRequest, reply: FastifyReply) => {
    await begin(request, reply);
    const asked = readLeaveToken(env, (request.query as { token?: unknown }).token);
    const tenant = asked && (await findTenant(database.accounts, asked.clientId));
    const language = preferredLocale(request.headers['accept-language']) ?? 'en';
    return tenant && asked ? { tenant, addressHash: asked.addressHash, language } : undefined;
  };

  app.get(unsubscribePath, async (request, reply) => {
    const asked = await unsubscribing(request, reply);
    if (!asked) return missing(request, reply);
    const { tenant, language } = asked;
    return html(reply, 200, leavePage({ organization: tenant.name, brand: await brandFor(reply, tenant), language }));
  });

  app.post(unsubscribePath, async (request, reply) => {
    const asked = await unsubscribing(request, reply);
    if (!asked) return missing(request, reply);
    const { tenant, addressHash, language } = asked;
    await database
      .as(tenant)
      .insert(reportUnsubscribes)
      .values({ clientId: tenant.clientId, addressHash })
      .onConflictDoNothing();
    return html(reply, 200, leftPage({ organization: tenant.name, brand: await brandFor(reply, tenant), language }));
  });
}
