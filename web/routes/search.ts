type Search = Record<string, unknown>;

const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined);

/** The address to come back to. */
export const withNext = ({ next }: Search): { next?: string } => {
  const known = text(next);
  return known ? { next: known } : {};
};

/** The same, and what single sign-on came to. */
export const withSso = (search: Search): { next?: string; sso?: string } => {
  const sso = text(search.sso);
  return { ...withNext(search), ...(sso && { sso }) };
};

/** The code of a link in a mail; one of digits alone arrives as a number. */
export const withToken = ({ token }: Search): { token?: string } =>
  typeof token === 'string' || typeof token === 'number' ? { token: String(token) } : {};

/** The same of an invitation: the link in the mail proves the mailbox besides. */
export const withProof = (search: Search): { token?: string; proof?: string } => {
  const proof = text(search.proof);
  return { ...withToken(search), ...(proof && { proof }) };
};

/** What an assistant asks for. */
export const withRequest = ({ request }: Search): { request?: string } => {
  const given = text(request);
  return given ? { request: given } : {};
};

/** The same as `withToken`, of a mail about a change of address: the link confirms it, or undoes it. */
export const withChange = (search: Search): { token?: string; change?: 'confirm' | 'undo' } => {
  const { change } = search;
  return { ...withToken(search), ...((change === 'confirm' || change === 'undo') && { change }) };
};

const day = (value: unknown) => (/^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? String(value) : undefined);

/** A period in the address, so that a view can be linked. */
export const withPeriod = (search: Search): { from?: string; to?: string } => {
  const [from, to] = [day(search.from), day(search.to)];
  return { ...(from && { from }), ...(to && { to }) };
};

/** What a consent at Google came to. */
export const withGrant = ({ grant, kinds, failed }: Search): { grant?: string; kinds?: string; failed?: string } => {
  const [given, of, reason] = [text(grant), text(kinds), text(failed)];
  return { ...(given && { grant: given }), ...(of && { kinds: of }), ...(reason && { failed: reason }) };
};
