import { useWidget } from '../context/index.ts'
import type { EmailFlow } from '../email/index.ts'
import type { Screen } from '../state/index.ts'
import { useLoadedViews } from './loaded-views.ts'

const products = { link: 'emailMagicLinks', code: 'otp', password: 'passwords' } as const

/** Gives the function that goes on from an e-mail address: it mails a link or a code, or looks up whether there is an account with a password. */
export const useEnterEmail = (): ((email: string, flow: EmailFlow) => Promise<Screen>) => {
  const widget = useWidget()
  const { load } = useLoadedViews()
  return async (email, flow) => {
    const { enterEmail } = await load(products[flow])
    if (enterEmail === null) throw new Error(`${products[flow]} takes no e-mail address.`)
    return enterEmail(widget, email)
  }
}
