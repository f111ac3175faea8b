/** Why a call to a provider failed; `resting` while its circuit is open. */
export type ProviderFailureKind = 'timeout' | 'status' | 'unreachable' | 'too_large' | 'unreadable' | 'resting';

/** A failed call to a provider. Carries only the response status, no text of the provider. */
export class ProviderError extends Error {
  readonly kind: ProviderFailureKind;
  readonly status: number | undefined;

  constructor(kind: ProviderFailureKind, status?: number) {
    super(status ? `The provider answered ${status}.` : `The provider failed: ${kind}.`);
    this.kind = kind;
    this.status = status;
  }
}
