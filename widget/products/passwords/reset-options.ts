import type { HeadlessClient, Settings } from '../../form/index.ts'

type ResetByEmailStart = HeadlessClient['passwords']['resetByEmailStart']

/** Converts the page's password reset options to request fields. Unset ones default to the project's. */
export const resetOptions = ({
  passwordOptions: wanted,
  locale,
}: Pick<Settings, 'passwordOptions' | 'locale'>): Omit<Parameters<ResetByEmailStart>[0], 'email'> => ({
  login_redirect_url: wanted.loginRedirectURL,
  reset_password_redirect_url: wanted.resetPasswordRedirectURL,
  reset_password_expiration_minutes: wanted.resetPasswordExpirationMinutes,
  reset_password_template_id: wanted.resetPasswordTemplateId,
  locale,
})
