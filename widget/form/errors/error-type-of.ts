/**
 * Returns the provider's `error_type`. Checks fields rather than the class, because a page may pass a client from another copy of the
 * script.
 */
export const errorTypeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'error_type' in error && typeof error.error_type === 'string'
    ? error.error_type
    : undefined
