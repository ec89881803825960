import {
  errorTypeOf,
  type HeadlessClient,
  mergeTexts,
  type OtpMethod,
  type Screen,
  type Settings,
  useWidget,
  type Widget,
} from '../../form/index.ts'
import { enOfScreens } from './en.ts'

/** True if the code was wrong, used or expired, rather than another error. */
export const isRejectedCode = (error: unknown): boolean =>
  ['unable_to_auth_otp_code', 'otp_code_not_found'].includes(errorTypeOf(error) ?? '')

type LoginOrCreate = HeadlessClient['otps']['email']['loginOrCreate']

/** Converts the page's OTP options to request fields. Unset ones default to the project's. Only mails have templates. */
export const codeOptions = (
  { otpOptions: wanted, locale }: Pick<Settings, 'otpOptions' | 'locale'>,
  method: OtpMethod,
): NonNullable<Parameters<LoginOrCreate>[1]> => ({
  expiration_minutes: wanted.expirationMinutes,
  locale,
  ...(method === 'email' && {
    login_template_id: wanted.loginTemplateId,
    signup_template_id: wanted.signupTemplateId,
  }),
})

/** Mails an OTP with the page's options. Reports it to the page and to the provider's log. */
export const mailCode = async ({ client, settings, dispatch, emit }: Widget, email: string): Promise<Screen> => {
  const data = await client.otps.email.loginOrCreate(email, codeOptions(settings, 'email'))
  client.telemetry.log('email_sent', { email, type: 'login_or_create_otp' })
  emit({ type: 'OTP_LOGIN_OR_CREATE', data })
  dispatch({ type: 'update_otp_state', otpState: { type: 'email', methodId: data.method_id, otpDestination: email } })
  return 'OTPAuthenticate'
}

/** The texts of the screens of this product: in English they come with it, so that other forms need not carry them. */
export const useTexts = (): typeof enOfScreens => mergeTexts(enOfScreens, useWidget().strings as typeof enOfScreens)
