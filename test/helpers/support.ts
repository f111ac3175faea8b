import { type Person, verbs } from './people.ts';

export const SUPPORT_REASON = 'The client asks why its listings are not found.';

export type Supporter = Awaited<ReturnType<typeof startSupport>>;

/** Starts a support session of an operator at a client, with a sender that has its cookies only. */
export async function startSupport(
  operator: Pick<Person, 'send' | 'post'>,
  { orgId }: { orgId: string },
  facts: { minutes?: number; write?: boolean } = {},
) {
  const response = await operator.post(`/api/operator/clients/${orgId}/support-session`, {
    reason: SUPPORT_REASON,
    minutes: 30,
    ...facts,
  });
  if (response.statusCode !== 200) throw new Error(`No support session: ${response.body}`);
  const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return {
    response,
    cookie,
    ...verbs((method, url, body, headers) => operator.send(method, url, body, { cookie, ...headers })),
  };
}
