/** Why a provider gave no answer. */
export type ProviderFailureKind = 'timeout' | 'status' | 'unreachable' | 'too_large' | 'unreadable' | 'resting';

/** A provider that failed. It carries nothing of what the provider said but the status of the answer. */
export class ProviderError extends Error {
  readonly kind: ProviderFailureKind;
  readonly status: number | undefined;

  constructor(kind: ProviderFailureKind, status?: number) {
    super(status ? `The provider answered ${status}.` : `The provider failed: ${kind}.`);
    this.kind = kind;
    this.status = status;
  }
}
