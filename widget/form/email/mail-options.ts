import type { HeadlessClient } from '../../client/index.ts'
import type { OtpMethod, Settings } from '../config/index.ts'

type Link = HeadlessClient['magicLinks']['email']['loginOrCreate']
type Code = HeadlessClient['otps']['email']['loginOrCreate']
type Reset = HeadlessClient['passwords']['resetByEmailStart']

/** What the page wants of a mailed link, as the call has it. What is not configured is left to the project. */
export const linkOptions = ({
  emailMagicLinksOptions: wanted,
}: Pick<Settings, 'emailMagicLinksOptions'>): NonNullable<Parameters<Link>[1]> => ({
  login_magic_link_url: wanted.loginRedirectURL,
  login_expiration_minutes: wanted.loginExpirationMinutes,
  login_template_id: wanted.loginTemplateId,
  signup_magic_link_url: wanted.signupRedirectURL,
  signup_expiration_minutes: wanted.signupExpirationMinutes,
  signup_template_id: wanted.signupTemplateId,
})

/** The same of a code. Only mails have templates. */
export const codeOptions = (
  { otpOptions: wanted }: Pick<Settings, 'otpOptions'>,
  method: OtpMethod,
): NonNullable<Parameters<Code>[1]> => ({
  expiration_minutes: wanted.expirationMinutes,
  ...(method === 'email' && {
    login_template_id: wanted.loginTemplateId,
    signup_template_id: wanted.signupTemplateId,
  }),
})

/** The same of a mail for a new password. */
export const resetOptions = ({
  passwordOptions: wanted,
}: Pick<Settings, 'passwordOptions'>): Omit<Parameters<Reset>[0], 'email'> => ({
  login_redirect_url: wanted.loginRedirectURL,
  reset_password_redirect_url: wanted.resetPasswordRedirectURL,
  reset_password_expiration_minutes: wanted.resetPasswordExpirationMinutes,
  reset_password_template_id: wanted.resetPasswordTemplateId,
})
