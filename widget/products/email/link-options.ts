import type { HeadlessClient, Settings } from '../../form/index.ts'

type LoginOrCreate = HeadlessClient['magicLinks']['email']['loginOrCreate']

/** Converts the page's link options to request fields. Unset ones default to the project's. */
export const linkOptions = ({
  emailMagicLinksOptions: wanted,
  locale,
}: Pick<Settings, 'emailMagicLinksOptions' | 'locale'>): NonNullable<Parameters<LoginOrCreate>[1]> => ({
  login_magic_link_url: wanted.loginRedirectURL,
  login_expiration_minutes: wanted.loginExpirationMinutes,
  login_template_id: wanted.loginTemplateId,
  signup_magic_link_url: wanted.signupRedirectURL,
  signup_expiration_minutes: wanted.signupExpirationMinutes,
  signup_template_id: wanted.signupTemplateId,
  locale,
})
