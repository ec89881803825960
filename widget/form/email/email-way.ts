import type { Settings } from '../config/index.ts'

/** How a mail alone can sign somebody in: by its link or by its code. */
export type EmailWay = 'link' | 'code'

/** What an e-mail address leads to on Main: a mailed link, a mailed code, or the question for a password. */
export type EmailFlow = EmailWay | 'password'

/** The way a page offers beside passwords, if it offers one. A code is preferred where e-mail is among the passcode methods. */
export const emailWay = ({ products, otpOptions }: Pick<Settings, 'products' | 'otpOptions'>): EmailWay | null => {
  if (products.includes('otp') && otpOptions.methods.includes('email')) return 'code'
  return products.includes('emailMagicLinks') ? 'link' : null
}
