/** Why a single sign-on leads nowhere, for the page that tells of it. */
type SsoRefusal =
  | 'unknown'
  | 'expired'
  | 'refused'
  | 'provider'
  | 'unverified'
  | 'domain'
  | 'account'
  | 'other_subject'
  | 'removed'
  | 'suspended'
  | 'full'
  | 'locked'
  | 'method';

/** Rolls back what a sign-in has begun. */
export class RefusedSignIn extends Error {
  readonly reason: SsoRefusal;
  readonly userId: string | undefined;

  constructor(reason: SsoRefusal, userId?: string) {
    super(reason);
    this.reason = reason;
    this.userId = userId;
  }
}
