import type { Strings } from '../strings/index.ts'

/**
 * Returns the provider's `error_type`. Checks fields rather than the class, because a page may pass a client from another copy of the
 * script.
 */
export const errorTypeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'error_type' in error && typeof error.error_type === 'string'
    ? error.error_type
    : undefined

/** Returns the message for the user: the provider's `error_message`, else the error's own `message` (SPEC §8). */
export const messageOf = (error: unknown, strings: Strings): string => {
  if (typeof error === 'object' && error !== null) {
    if ('error_message' in error && typeof error.error_message === 'string' && error.error_message !== '')
      return error.error_message
    if (error instanceof Error && error.message !== '') return error.message
  }
  return strings.common.unexpected
}
