import type { Settings } from '../config/index.ts'

/** How a mail alone can let somebody in: by the link in it, by the code in it. */
export type EmailWay = 'link' | 'code'

/** The way a page offers beside passwords, if it offers one. A code is preferred where e-mail is among the passcode methods. */
export const emailWay = ({ products, otpOptions }: Pick<Settings, 'products' | 'otpOptions'>): EmailWay | null => {
  if (products.includes('otp') && otpOptions.methods.includes('email')) return 'code'
  return products.includes('emailMagicLinks') ? 'link' : null
}
