import type { HeadlessClient, OtpMethod, Settings } from '../../form/index.ts'

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
