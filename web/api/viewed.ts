import { TRPCClientError, type TRPCLink } from '@trpc/client';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { store } from './store.ts';

type Profile = inferRouterOutputs<AppRouter>['auth']['account']['profile']['data'];

/** A client whose pages an operator looks at in this tab. */
export interface Viewed {
  id: string;
  name: string;
  timezone: string;
  modules: Profile['modules'];
}

const KEPT = 'viewed';

/** That of before the page was loaded anew: otherwise it would show the operator's own figures at the same address. */
function kept(): Viewed | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** The client that is looked at in this tab, if any. */
export const viewed = store(kept());

export function setViewed(client: Viewed | undefined) {
  viewed.set(client);
  try {
    if (client) sessionStorage.setItem(KEPT, JSON.stringify(client));
    else sessionStorage.removeItem(KEPT);
  } catch {
    // A browser without storage: it is over when the page is loaded anew.
  }
}

/** Parts with pages that are looked at daily: the others change something or tell more than operators read. */
const CLOSED = new Set(['insights', 'reports', 'billing', 'developer']);

/** The operator in the place of a member of the client who changes nothing. */
const inPlaceOf = (client: Viewed, profile: Profile): Profile => ({
  ...profile,
  orgId: client.id,
  orgName: client.name,
  role: 'member',
  modules: client.modules.filter((module) => !CLOSED.has(module)),
  support: { by: profile.name ?? profile.email, reason: '', expiresAt: '', write: false },
});

const refusal = () =>
  TRPCClientError.from<AppRouter>({
    error: {
      message: 'You are viewing a client: nothing can be changed here.',
      code: -32_003,
      data: { code: 'FORBIDDEN', httpStatus: 403, errorCode: 'READ_ONLY' },
    },
  } as never);

/** While a client is looked at, asks for what its members get, and changes nothing: see `…/view/` of the operator. */
export const views: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    const client = viewed.get();
    if (!client || op.path.startsWith('operator.')) return next(op);
    if (op.path === 'auth.account.profile') {
      const answered = next(op);
      return {
        ...answered,
        subscribe: (observer) =>
          answered.subscribe({
            ...observer,
            next(value) {
              const { result } = value;
              if (!('data' in result)) return observer.next?.(value);
              const { data, ...rest } = result.data as { data: Profile };
              const seen = { ...rest, data: inPlaceOf(client, data) };
              observer.next?.({ ...value, result: { ...result, data: seen } as typeof result });
            },
          }),
      };
    }
    // The preview of a text changes nothing.
    if (op.path.startsWith('auth.') || op.path === 'cms.preview') return next(op);
    if (op.type !== 'query') {
      const subscribe: ReturnType<typeof next>['subscribe'] = (observer) => {
        observer.error?.(refusal());
        return { unsubscribe() {} };
      };
      return { ...next(op), subscribe };
    }
    const input = { ...(op.input as object | undefined), clientId: client.id };
    return next({ ...op, path: `operator.clients.view.${op.path}`, input });
  };
