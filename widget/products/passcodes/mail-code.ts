import type { Screen, Widget } from '../../form/index.ts'
import { codeOptions } from './code-options.ts'

/** Mails an OTP with the page's options. Reports it to the page and to the provider's log. */
export const mailCode = async ({ client, settings, dispatch, emit }: Widget, email: string): Promise<Screen> => {
  const data = await client.otps.email.loginOrCreate(email, codeOptions(settings, 'email'))
  client.telemetry.log('email_sent', { email, type: 'login_or_create_otp' })
  emit({ type: 'OTP_LOGIN_OR_CREATE', data })
  dispatch({ type: 'update_otp_state', otpState: { type: 'email', methodId: data.method_id, otpDestination: email } })
  return 'OTPAuthenticate'
}
