import { errorTypeOf } from '../../form/index.ts'

/** True if the code was wrong, used or expired, rather than another error. */
export const isRefusedCode = (error: unknown): boolean =>
  ['unable_to_auth_otp_code', 'otp_code_not_found'].includes(errorTypeOf(error) ?? '')
