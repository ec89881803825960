import { errorTypeOf } from '../../form/index.ts'

/** Whether the provider found the code wrong, used or expired, rather than the call impossible for another reason. */
export const isRefusedCode = (error: unknown): boolean =>
  ['unable_to_auth_otp_code', 'otp_code_not_found'].includes(errorTypeOf(error) ?? '')
