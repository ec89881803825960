import type { Strings } from '../strings/index.ts'

/** Returns the message for the user: the provider's `error_message`, else the error's own `message` (SPEC §8). */
export const messageOf = (error: unknown, strings: Strings): string => {
  if (typeof error === 'object' && error !== null) {
    if ('error_message' in error && typeof error.error_message === 'string' && error.error_message !== '')
      return error.error_message
    if (error instanceof Error && error.message !== '') return error.message
  }
  return strings.common.unexpected
}
