/** An error response in Stripe's format. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly body: { error: Record<string, unknown> };

  constructor(status: number, message: string, facts: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.body = { error: { type: 'invalid_request_error', message, ...facts } };
  }
}

/** The error for an unknown id: 404 for the object itself, 400 for an id in a parameter. */
export const missing = (kind: string, id: string, param = 'id') =>
  new StripeFailure(param === 'id' ? 404 : 400, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });
