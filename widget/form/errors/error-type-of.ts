/** The provider's `error_type`. By its look and not by its class: a page may bring a client from another copy of the script. */
export const errorTypeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'error_type' in error && typeof error.error_type === 'string'
    ? error.error_type
    : undefined
