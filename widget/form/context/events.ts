/** What `onEvent` may hear, by the names of WIRE §12. */
type EventType =
  | 'MAGIC_LINK_LOGIN_OR_CREATE'
  | 'OTP_LOGIN_OR_CREATE'
  | 'OTP_AUTHENTICATE'
  | 'CRYPTO_WALLET_AUTHENTICATE_START'
  | 'CRYPTO_WALLET_AUTHENTICATE'
  | 'PASSWORD_CREATE'
  | 'PASSWORD_AUTHENTICATE'
  | 'PASSWORD_RESET_BY_EMAIL_START'
  | 'PASSWORD_RESET_BY_EMAIL'
  | 'PASSKEY_REGISTER'
  | 'PASSKEY_AUTHENTICATE'
  | 'PASSKEY_SKIP'
  | 'PASSKEY_DONE'
  | 'OAUTH_AUTHORIZE_FLOW_START'
  | 'OAUTH_AUTHORIZE_FLOW_LOGIN_REQUIRED'
  | 'OAUTH_AUTHORIZE_FLOW_COMPLETE'
  | 'OAUTH_AUTHORIZE_FLOW_CONSENT_DENIED'
  | 'LOGOUT_FLOW_COMPLETE'
  | 'AUTHENTICATE_FLOW_COMPLETE'
  /** Ours: the second factor was proved, after the first was. What a page was not told meanwhile comes before it. */
  | 'SECOND_FACTOR_AUTHENTICATE'
  /** The page is left for a provider, to link an account there to the one that is signed in. */
  | 'OAUTH_LINK_START'
  | 'ACCOUNT_DELETED'

/** Something that happened, with the provider's answer as `data`. */
export type WidgetEvent = { type: EventType; data: unknown }

export type Callbacks = {
  onEvent?: (event: WidgetEvent) => void
  onError?: (error: unknown) => void
}
