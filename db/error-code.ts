/** The code of an error or of its cause, such as `ENOENT` or a SQLSTATE; undefined for one without. */
export const errorCodeOf = (error: unknown): unknown =>
  error instanceof Error ? ((error as { code?: unknown }).code ?? errorCodeOf(error.cause)) : undefined;
