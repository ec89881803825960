const textOf = (error: unknown, name: 'error_type' | 'error_message' | 'message'): string => {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : ''
  return typeof value === 'string' ? value : ''
}

/** The provider wants a new password before anything else (SPEC §8, "Login"). */
export const isResetDemand = (error: unknown): boolean =>
  textOf(error, 'error_type') === 'reset_password' ||
  /\bmust\b.*\breset\b/i.test(textOf(error, 'error_message') || textOf(error, 'message'))

/** Password errors are user errors. All others may be ours. */
export const isWorthLogging = (error: unknown): boolean =>
  !isResetDemand(error) && !/password|unauthorized_credentials/.test(textOf(error, 'error_type'))
