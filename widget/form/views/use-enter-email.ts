import { useWidget } from '../context/index.ts'
import type { EmailFlow } from '../email/index.ts'
import type { Screen } from '../state/index.ts'
import { useLoadedViews } from './loaded-views.ts'

const products = { link: 'emailMagicLinks', code: 'otp', password: 'passwords' } as const

/** Returns the handler of an entered email address: mails a link or an OTP, or looks up a password account. */
export const useEnterEmail = (): ((email: string, flow: EmailFlow) => Promise<Screen>) => {
  const widget = useWidget()
  const { load } = useLoadedViews()
  return async (email, flow) => {
    const { enterEmail } = await load(products[flow])
    if (enterEmail === null) throw new Error(`${products[flow]} takes no e-mail address.`)
    return enterEmail(widget, email)
  }
}
