/**
 * Why a call brought no answer. `limited` and `refused` ones cost nothing: the engine took none; of a `lost` one nobody
 * knows, and an `unusable` one was answered.
 */
type FailureKind = 'limited' | 'refused' | 'lost' | 'unusable';

/** A call to an engine without an answer. The message is one for people, and has nothing of the engine’s own words. */
export class EngineFailure extends Error {
  readonly kind: FailureKind;
  /** Milliseconds until the engine takes calls again, as it said. */
  readonly retryAfter: number | undefined;

  constructor(kind: FailureKind, message: string, retryAfter?: number) {
    super(message);
    this.kind = kind;
    this.retryAfter = retryAfter;
  }
}
