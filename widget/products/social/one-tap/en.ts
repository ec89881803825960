/** English messages for developers about One Tap configuration errors. Users see only the button. */
export const en = {
  origin_not_allowed_for_client:
    'Google One Tap: this page’s origin is not allowed. Add it to the Authorized JavaScript origins of the Google client.',
  invalid_client:
    'Google One Tap: Google does not know the client id. Check it with "npm run identity -- project provider list".',
  oauth_config_not_found: 'Google One Tap: Google is not set up for this project.',
  no_login_redirect_urls_set: 'Google One Tap: the project has no redirect URL for logins.',
  no_signup_redirect_urls_set: 'Google One Tap: the project has no redirect URL for signups.',
  default_provider_not_allowed: 'Google One Tap: this project needs Google credentials of its own.',
}

export type OneTapTexts = typeof en
