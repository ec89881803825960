import type { EmailEventType } from '@corroborate/wire/events'
import { useWidget } from '../context/index.ts'
import type { Screen } from '../state/index.ts'
import type { EmailWay } from './email-way.ts'
import { codeOptions, linkOptions, resetOptions } from './mail-options.ts'

export type Mails = {
  /** Mails what lets somebody in without a password, and notes where to. Gives the screen that goes on from there. */
  sendWayIn: (email: string, way: EmailWay) => Promise<Screen>
  /** Mails the links for a new password. */
  sendReset: (email: string) => Promise<void>
}

/** The mails of the widget, sent as the page configured them. The page and the provider's log hear of each. */
export const useMails = (): Mails => {
  const { client, settings, dispatch, emit } = useWidget()
  const log = (email: string, type: EmailEventType): void => client.telemetry.log('email_sent', { email, type })

  const sendLink = async (email: string): Promise<Screen> => {
    const data = await client.magicLinks.email.loginOrCreate(email, linkOptions(settings))
    log(email, 'login_or_create_eml')
    emit({ type: 'MAGIC_LINK_LOGIN_OR_CREATE', data })
    dispatch({ type: 'set_magic_link_email', email })
    return 'EmailConfirmation'
  }

  const sendCode = async (email: string): Promise<Screen> => {
    const data = await client.otps.email.loginOrCreate(email, codeOptions(settings, 'email'))
    log(email, 'login_or_create_otp')
    emit({ type: 'OTP_LOGIN_OR_CREATE', data })
    dispatch({
      type: 'update_otp_state',
      otpState: { type: 'email', methodId: data.method_id, otpDestination: email },
    })
    return 'OTPAuthenticate'
  }

  return {
    sendWayIn: (email, way) => (way === 'code' ? sendCode(email) : sendLink(email)),
    sendReset: async email => {
      const data = await client.passwords.resetByEmailStart({ email, ...resetOptions(settings) })
      log(email, 'reset_password')
      emit({ type: 'PASSWORD_RESET_BY_EMAIL_START', data })
    },
  }
}
