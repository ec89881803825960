/** The provider's `error_type`. Read from its fields, not told by its class: a page may pass a client from another copy of the script, whose classes differ. */
export const errorTypeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'error_type' in error && typeof error.error_type === 'string'
    ? error.error_type
    : undefined
