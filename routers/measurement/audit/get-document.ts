import { once } from 'node:events';
import { request as http, type IncomingMessage } from 'node:http';
import { request as https } from 'node:https';
import type { AuditFailure } from '../../../db/schema/audit-checks.ts';
import { registrableDomain } from '../../visibility/public.ts';
import { isPublicAddress, literalAddress, publicLookup, RefusedAddress } from '../../webhooks/public.ts';
import { CODINGS, readDecodedBody } from './body.ts';
import { AGENT, type Visit } from './visit.ts';

const MOST_REDIRECTS = 3;
const MOST_HEADERS = 16 * 1024;

/** A document as it arrived. */
export interface WebDocument {
  /** Its address after redirects. */
  url: string;
  status: number;
  contentType: string;
  body: Buffer;
  /** Whether more than the limit was sent. */
  isTruncated: boolean;
  /** Milliseconds to the status of the last response. */
  milliseconds: number;
}

interface Wanted {
  /** Bytes, decoded. */
  most: number;
  /** Whether robots.txt allows an address; asked anew for each redirect. */
  isAllowed?: (url: URL) => Promise<boolean>;
}

const isHttp = ({ protocol }: URL) => protocol === 'http:' || protocol === 'https:';

async function ask(url: URL, visit: Visit, signal: AbortSignal) {
  const literal = literalAddress(url);
  if (visit.publicOnly && literal && !isPublicAddress(literal)) throw new RefusedAddress();
  const request = (url.protocol === 'https:' ? https : http)(url, {
    // Neither kept connections nor a proxy: the look-up decides the address of the connection.
    agent: false,
    maxHeaderSize: MOST_HEADERS,
    signal,
    headers: {
      accept: 'text/html, application/xml;q=0.9, text/plain;q=0.9',
      'accept-encoding': CODINGS,
      'user-agent': AGENT,
    },
    ...(visit.publicOnly && { lookup: visit.lookup ?? publicLookup() }),
  });
  // Errors after the response are errors of its body.
  request.on('error', () => {});
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

function redirectOf(response: IncomingMessage, url: URL) {
  const { statusCode = 0, headers } = response;
  if (![301, 302, 303, 307, 308].includes(statusCode) || !headers.location) return undefined;
  return URL.canParse(headers.location, url.href) ? new URL(headers.location, url) : undefined;
}

async function follow(start: URL, { most, isAllowed }: Wanted, visit: Visit, signal: AbortSignal) {
  const domain = registrableDomain(start.href);
  let url = start;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    if (isAllowed && !(await isAllowed(url))) return 'forbidden';
    const begin = visit.now();
    const response = await ask(url, visit, signal);
    const milliseconds = visit.now() - begin;
    const next = redirectOf(response, url);
    if (!next) {
      const { body, isTruncated } = await readDecodedBody(response, most);
      const contentType = response.headers['content-type'] ?? '';
      return { url: url.href, status: response.statusCode ?? 0, contentType, body, isTruncated, milliseconds };
    }
    response.destroy();
    if (!isHttp(next) || registrableDomain(next.href) !== domain) return 'left_domain';
    url = next;
  }
  return 'too_many_redirects';
}

/**
 * Gets a document of a website, with redirects within its registrable domain. In production each connection goes to a
 * public address. Throws only when the visit is ended.
 */
export async function getDocument(url: URL, wanted: Wanted, visit: Visit): Promise<WebDocument | AuditFailure> {
  const late = AbortSignal.timeout(visit.timeout);
  const signal = visit.signal ? AbortSignal.any([late, visit.signal]) : late;
  try {
    return await follow(url, wanted, visit, signal);
  } catch (error) {
    visit.signal?.throwIfAborted();
    if (error instanceof RefusedAddress) return 'refused_address';
    return late.aborted ? 'timeout' : 'connection';
  }
}
