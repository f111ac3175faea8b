import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { buildContext } from '../../server/trpc/context.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile();

describe('A caller who was looked up', () => {
  it('is looked up again 20 ms later, and not before', async () => {
    const person = await portal.register();
    const [, portal_session] = /portal_session=([\w-]+)/.exec(person.cookie) ?? [];
    const check = vi.fn(portal.deps.sessions.check);
    const deps = { ...portal.deps, sessions: { ...portal.deps.sessions, check } };
    const routeOptions = { config: {} };
    const request = { cookies: { portal_session }, headers: {}, routeOptions } as unknown as FastifyRequest;
    const context = buildContext(deps, request, {} as FastifyReply);
    const clock = vi.spyOn(performance, 'now');
    try {
      clock.mockReturnValue(1_000_000);
      await context.identify();
      clock.mockReturnValue(1_000_019.9);
      const early = await context.confirm();
      const before = check.mock.calls.length;
      clock.mockReturnValue(1_000_020);
      const late = await context.confirm();

      expect([early, before]).toEqual([undefined, 1]);
      expect(late).toMatchObject({ kind: 'person', tenant: { clientId: person.orgId } });
      expect(check).toHaveBeenCalledTimes(2);
    } finally {
      clock.mockRestore();
    }
  });
});
