import type { idp } from '@corroborate/wire/idp'
import type { DataOf } from '@corroborate/wire/types'
import type { HeadlessClient } from '../../client/index.ts'

/** Result of a method of the client. */
type Answer<Method> = Method extends (...options: never[]) => Promise<infer Data> ? NonNullable<Data> : never
type Client = HeadlessClient
type SignedIn = Answer<Client['session']['authenticate']>
type Nothing = Readonly<Record<string, never>>

/** Data of each event, with the names of WIRE §12: mostly the provider's response. */
type EventData = {
  MAGIC_LINK_LOGIN_OR_CREATE: Answer<Client['magicLinks']['email']['loginOrCreate']>
  /** Ours: the token of a magic link in the page's address was taken (`authenticateByUrl`). */
  MAGIC_LINK_AUTHENTICATE: Answer<Client['magicLinks']['authenticate']>
  /** Ours: the same, of an account at a provider. */
  OAUTH_AUTHENTICATE: Answer<Client['oauth']['authenticate']>
  OTP_LOGIN_OR_CREATE: Answer<Client['otps']['sms' | 'whatsapp' | 'email']['loginOrCreate']>
  OTP_AUTHENTICATE: Answer<Client['otps']['authenticate']>
  CRYPTO_WALLET_AUTHENTICATE_START: Answer<Client['cryptoWallets']['authenticateStart']>
  CRYPTO_WALLET_AUTHENTICATE: Answer<Client['cryptoWallets']['authenticate']>
  PASSWORD_CREATE: Answer<Client['passwords']['create']>
  PASSWORD_AUTHENTICATE: Answer<Client['passwords']['authenticate']>
  PASSWORD_RESET_BY_EMAIL_START: Answer<Client['passwords']['resetByEmailStart']>
  PASSWORD_RESET_BY_EMAIL: Answer<Client['passwords']['resetByEmail']>
  PASSKEY_REGISTER: Answer<Client['webauthn']['register']>
  PASSKEY_AUTHENTICATE: Answer<Client['webauthn']['authenticate']>
  PASSKEY_SKIP: Nothing
  PASSKEY_DONE: Nothing
  OAUTH_AUTHORIZE_FLOW_START: {
    client_id: string | undefined
    redirect_uri: string | undefined
    scope: string | undefined
  }
  /** Includes the requesting application as `client`. */
  OAUTH_AUTHORIZE_FLOW_LOGIN_REQUIRED: Omit<DataOf<typeof idp.authorizeStart>, '__user'>
  OAUTH_AUTHORIZE_FLOW_COMPLETE: Omit<DataOf<typeof idp.authorizeSubmit>, '__user'>
  OAUTH_AUTHORIZE_FLOW_CONSENT_DENIED: Omit<DataOf<typeof idp.authorizeSubmit>, '__user'>
  LOGOUT_FLOW_COMPLETE: Nothing
  AUTHENTICATE_FLOW_COMPLETE: Nothing
  /** Our extension: the second factor was completed. Events held since the first factor are dispatched before it. */
  SECOND_FACTOR_AUTHENTICATE: Pick<SignedIn, 'status_code' | 'user_id' | 'user' | 'session'> &
    Partial<Pick<SignedIn, 'session_token' | 'session_jwt'>>
  /** Ours: the page is left for a provider, to sign in with an account there. */
  OAUTH_LOGIN_START: { provider: string }
  /** The page is left for a provider, to link an account there to the one that is signed in. */
  OAUTH_LINK_START: { provider: string; purpose: string }
  ACCOUNT_DELETED: Nothing
}

/** A widget event. `type` determines `data`. */
export type WidgetEvent = { [Type in keyof EventData]: { type: Type; data: EventData[Type] } }[keyof EventData]

export type Callbacks = {
  onEvent?: (event: WidgetEvent) => void
  onError?: (error: unknown) => void
}
