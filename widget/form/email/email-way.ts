import type { Settings } from '../config/index.ts'

/** True if the text looks like an email address. The provider validates the rest. */
export const isEmailAddress = (text: string): boolean => /^[^\s@]+@(?:[^\s@.]+\.)+[^\s@.]{2,}$/.test(text)

export type EmailWay = 'link' | 'code'

/** Next step after entering an email address on Main: a magic link, an OTP, or the password prompt. */
export type EmailFlow = EmailWay | 'password'

/** Returns the email method offered besides passwords, if any. A code is preferred if email is among the OTP methods. */
export const emailWay = ({ products, otpOptions }: Pick<Settings, 'products' | 'otpOptions'>): EmailWay | null => {
  if (products.includes('otp') && otpOptions.methods.includes('email')) return 'code'
  return products.includes('emailMagicLinks') ? 'link' : null
}
