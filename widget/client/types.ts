import type { account } from '@corroborate/wire/account'
import type { Call } from '@corroborate/wire/call'
import type { cryptoWallets } from '@corroborate/wire/crypto-wallets'
import type { Common } from '@corroborate/wire/envelope'
import type { EventName } from '@corroborate/wire/events'
import type { idp } from '@corroborate/wire/idp'
import type { impersonation } from '@corroborate/wire/impersonation'
import type { magicLinks } from '@corroborate/wire/magic-links'
import type { oauth } from '@corroborate/wire/oauth'
import type { emailOtps, otps, smsOtps, whatsappOtps } from '@corroborate/wire/otps'
import type { passwords } from '@corroborate/wire/passwords'
import type { OAuthProvider } from '@corroborate/wire/providers'
import type { sessions } from '@corroborate/wire/sessions'
import type { TextStatus } from '@corroborate/wire/text-status'
import type { totps } from '@corroborate/wire/totps'
import type { BodyOf, Bootstrap, DataOf, Session, User } from '@corroborate/wire/types'
import type { users } from '@corroborate/wire/users'
import type { webauthn } from '@corroborate/wire/webauthn'

/** Response of a request, without the second copy of the user, which is for the client's internal use. */
export type Answer<C extends Call> = Omit<DataOf<C>, '__user'>
/** Fields of a body that the client fills in itself. */
type OwnFields = 'captcha_token' | 'dfp_telemetry_id' | 'code_challenge' | 'code_verifier'
/** Caller input, without fields that are separate arguments. Options unknown to the contract are passed through. */
export type Input<C extends Call, Argument extends string = never> = Omit<BodyOf<C>, OwnFields | Argument>

/** Minutes a session is to last from now. */
export type SessionDuration = { session_duration_minutes: number }

export type MagicLinks = {
  email: {
    /** Mails a magic link that signs in, or creates the account first. */
    loginOrCreate: (
      email: string,
      options?: Input<typeof magicLinks.loginOrCreate, 'email'>,
    ) => Promise<Answer<typeof magicLinks.loginOrCreate>>
    /** Mails a link: to an existing account or, if signed in, to add the address to the account. */
    send: (
      email: string,
      options?: Input<typeof magicLinks.sendPrimary, 'email'>,
    ) => Promise<Answer<typeof magicLinks.sendPrimary>>
  }
  /** Returns the address of a mailed link, including password reset links, without consuming it. */
  look: (token: string) => Promise<Answer<typeof magicLinks.look>>
  authenticate: (token: string, options: SessionDuration) => Promise<Answer<typeof magicLinks.authenticate>>
}

type SmsCall = typeof smsOtps.loginOrCreate
type WhatsappCall = typeof whatsappOtps.loginOrCreate
type EmailCall = typeof emailOtps.loginOrCreate

/** `loginOrCreate` makes the account when there is none; `send` does not and, while signed in, adds the factor to the account. */
type Passcodes<C extends Call, Argument extends string> = Record<
  'loginOrCreate' | 'send',
  (destination: string, options?: Input<C, Argument>) => Promise<Answer<C>>
>

export type Otps = {
  /** Phone numbers are E.164: `+14155550100`. The answer's `method_id` goes back with the code. */
  sms: Passcodes<SmsCall, 'phone_number'>
  whatsapp: Passcodes<WhatsappCall, 'phone_number'>
  email: Passcodes<EmailCall, 'email'>
  authenticate: (code: string, methodId: string, options: SessionDuration) => Promise<Answer<typeof otps.authenticate>>
  /** Returns whether the last SMS for a method ID is known to be undelivered. */
  textStatus: (methodId: string) => Promise<TextStatus['status']>
}

export type Passwords = {
  create: (options: Input<typeof passwords.create>) => Promise<Answer<typeof passwords.create>>
  authenticate: (options: Input<typeof passwords.authenticate>) => Promise<Answer<typeof passwords.authenticate>>
  strengthCheck: (options: Input<typeof passwords.strengthCheck>) => Promise<Answer<typeof passwords.strengthCheck>>
  resetByEmailStart: (
    options: Input<typeof passwords.resetByEmailStart>,
  ) => Promise<Answer<typeof passwords.resetByEmailStart>>
  resetByEmail: (options: Input<typeof passwords.resetByEmail>) => Promise<Answer<typeof passwords.resetByEmail>>
  resetByExistingPassword: (
    options: Input<typeof passwords.resetByExistingPassword>,
  ) => Promise<Answer<typeof passwords.resetByExistingPassword>>
  resetBySession: (options: Input<typeof passwords.resetBySession>) => Promise<Answer<typeof passwords.resetBySession>>
}

export type Unsubscribe = () => void

export type Users = {
  /** Fetches the user from the provider and updates the client's state. */
  get: () => Promise<User>
  /** Returns the signed-in user from local state. Null while a second factor is missing. */
  getSync: () => User | null
  /** The same, and whether it is from an earlier visit and not confirmed yet. */
  getInfo: () => { user: User | null; fromCache: boolean }
  update: (changes: Input<typeof users.update>) => Promise<Answer<typeof users.update>>
  deleteEmail: (emailId: string) => Promise<Answer<typeof users.deleteEmail>>
  deletePhoneNumber: (phoneId: string) => Promise<Answer<typeof users.deletePhoneNumber>>
  deleteTOTP: (totpId: string) => Promise<Answer<typeof users.deleteTotp>>
  deleteCryptoWallet: (cryptoWalletId: string) => Promise<Answer<typeof users.deleteCryptoWallet>>
  deleteOAuthRegistration: (registrationId: string) => Promise<Answer<typeof users.deleteOAuthRegistration>>
  deleteWebauthnRegistration: (registrationId: string) => Promise<Answer<typeof users.deleteWebauthnRegistration>>
  deleteBiometricRegistration: (registrationId: string) => Promise<Answer<typeof users.deleteBiometricRegistration>>
  /** Returns whether the address has an account, and a password: `userType`. */
  search: (email: string) => Promise<Answer<typeof users.search>>
  /** The applications that the user has allowed something, the latest first. */
  getConnectedApps: () => Promise<Answer<typeof users.connectedApps>>
  /** Revokes its access: the application is logged out, and has to ask again. The name is that of the published client. */
  revokedConnectedApp: (connectedAppId: string) => Promise<Answer<typeof users.revokeConnectedApp>>
  /** Calls back whenever the user changes, in this tab or another one. */
  onChange: (listener: (user: User | null) => void) => Unsubscribe
}

/** Our extension for the account page. Destructive methods need recent authentication: otherwise the provider returns `stale_factors`. */
export type Account = {
  /** The user's sessions, last used first. */
  sessions: () => Promise<Answer<typeof account.sessions>['sessions']>
  /** Ends another session of the user. */
  endSession: (sessionId: string) => Promise<Answer<typeof account.endSession>>
  endOtherSessions: () => Promise<Answer<typeof account.endOtherSessions>>
  /** Remembered devices without second factor, last used first. */
  devices: () => Promise<Answer<typeof account.devices>['devices']>
  /** Forgets one of them. */
  forgetDevice: (deviceId: string) => Promise<Answer<typeof account.forgetDevice>>
  /** Recent account events, newest first. */
  events: () => Promise<Answer<typeof account.events>['events']>
  /** All that the provider keeps of the user. */
  export: () => Promise<Answer<typeof account.export>['account']>
  /** Deletes the user with all data and clears the local session. */
  delete: () => Promise<Answer<typeof account.delete>>
}

export type SessionTokens = { session_token: string; session_jwt: string }

export type Sessions = {
  /** Returns the signed-in user's session. Null while a second factor is missing. */
  getSync: () => Session | null
  getInfo: () => { session: Session | null; fromCache: boolean }
  /** Null when signed out, while a second factor is missing, and when the tokens are in cookies that no script can read. */
  getTokens: () => SessionTokens | null
  /** Renews the session, and extends it when a duration is given. */
  authenticate: (options?: Partial<SessionDuration>) => Promise<Answer<typeof sessions.authenticate>>
  /** Ends the session. With `forceClear` it is cleared locally even if the provider is unavailable. */
  revoke: (options?: { forceClear?: boolean }) => Promise<Answer<typeof sessions.revoke>>
  /** Adopts a session started by a server and fetches its user from the provider. */
  updateSession: (tokens: { session_token: string; session_jwt?: string | null }) => void
  /** Calls back when the session of a signed-in user begins, ends or changes; not when it is only refreshed. */
  onChange: (listener: (session: Session | null) => void) => Unsubscribe
}

export type Totps = {
  create: (options: Input<typeof totps.create>) => Promise<Answer<typeof totps.create>>
  authenticate: (options: Input<typeof totps.authenticate>) => Promise<Answer<typeof totps.authenticate>>
  recoveryCodes: () => Promise<Answer<typeof totps.recoveryCodes>>
  recover: (options: Input<typeof totps.recover>) => Promise<Answer<typeof totps.recover>>
}

export type WebauthnRegisterOptions = Partial<SessionDuration> & {
  /** The host of the page, or a parent of it that the passkey is to work on as well. The host when left out. */
  domain?: string | undefined
  authenticator_type?: 'platform' | 'cross-platform' | undefined
  /** True if it is discoverable, and so signs in by itself. */
  is_passkey?: boolean | undefined
  override_id?: string | undefined
  override_name?: string | undefined
  override_display_name?: string | undefined
}

export type WebauthnAuthenticateOptions = SessionDuration & {
  domain?: string | undefined
  is_passkey?: boolean | undefined
  /** The browser offers passkeys in a field of the page with `autocomplete="username webauthn"`, until one is chosen. */
  conditional_mediation?: boolean | undefined
  signal?: AbortSignal | undefined
}

export type Webauthn = {
  /** Creates a passkey for the signed-in user. Requires a user gesture. */
  register: (options?: WebauthnRegisterOptions) => Promise<Answer<typeof webauthn.register>>
  /**
   * Signs in with a passkey, or authenticates the signed-in user. Null if autofill is not supported. Only one ceremony runs at a time; a
   * new one aborts the previous.
   */
  authenticate: (options: WebauthnAuthenticateOptions) => Promise<Answer<typeof webauthn.authenticate> | null>
  /** Renames a passkey. */
  update: (options: { webauthn_registration_id: string; name: string }) => Promise<Answer<typeof webauthn.update>>
  /** Informs the browser of the account's passkeys after a deletion, so that it stops offering deleted ones. */
  signal: (options?: { domain?: string | undefined }) => Promise<void>
  browserSupportsAutofill: () => Promise<boolean>
}

type WalletStart = typeof cryptoWallets.authenticateStartPrimary
type SiweParams = NonNullable<BodyOf<WalletStart>['siwe_params']>

export type CryptoWallets = {
  /**
   * Returns the message for the wallet to sign unchanged: by `personal_sign` on Ethereum, as UTF-8 on Solana. If signed in, for the
   * session's account. `siwe_params` apply if the project uses EIP-4361; `uri` defaults to the page's origin.
   */
  authenticateStart: (
    options: Input<WalletStart, 'siwe_params'> & {
      siwe_params?: { [Name in keyof SiweParams]?: SiweParams[Name] | undefined } | undefined
    },
  ) => Promise<Answer<WalletStart>>
  /** Signs in by the signature: hexadecimal with 0x, or base58 on Solana. */
  authenticate: (
    options: Input<typeof cryptoWallets.authenticate>,
  ) => Promise<Answer<typeof cryptoWallets.authenticate>>
}

type EarlierStart = typeof idp.oauthAuthorizeStart
type LaterStart = typeof idp.authorizeStart
type LaterSubmit = typeof idp.authorizeSubmit

export type Idp = {
  /** Checks an application's authorization request for the signed-in user. Pass its parameters through unchanged. */
  oauthAuthorizeStart: {
    (options: Input<LaterStart> & { scope?: never }): Promise<Answer<LaterStart>>
    /** As clients up to 5.18 ask. */
    (options: Input<EarlierStart> & { scope: string }): Promise<Answer<EarlierStart>>
  }
  /** Submits the user's decision. Returns the redirect URL. */
  oauthAuthorizeSubmit: {
    (options: Input<LaterSubmit> & { scope?: never }): Promise<Answer<LaterSubmit>>
    /** As clients up to 5.18 do: leaves the page, by a form. */
    (options: Omit<Input<LaterSubmit>, 'scopes'> & { scope: string }): Promise<void>
  }
  /** Returns whether an application may log the user out without confirmation, and the redirect URL. Does not end the session. */
  oauthLogoutStart: (options: Input<typeof idp.oauthLogoutStart>) => Promise<Answer<typeof idp.oauthLogoutStart>>
}

export type Impersonation = {
  authenticate: (
    options: Input<typeof impersonation.authenticate>,
  ) => Promise<Answer<typeof impersonation.authenticate>>
}

export type OAuthStartOptions = {
  login_redirect_url?: string | undefined
  signup_redirect_url?: string | undefined
  custom_scopes?: readonly string[] | undefined
  /** Passed on to the provider, such as `{ login_hint: 'ada@example.org' }`. */
  provider_params?: Readonly<Record<string, string>> | undefined
  /** Links the account to the signed-in user; from `attach`. */
  oauth_attach_token?: string | undefined
}

export type OAuth = {
  /** Returns the URL to sign in at a provider. Starts a flow: each URL is for one attempt. */
  startUrl: (provider: OAuthProvider, options?: OAuthStartOptions) => Promise<string>
  /** Leaves the page for that URL. */
  start: (provider: OAuthProvider, options?: OAuthStartOptions) => Promise<void>
  /** Signs in with the token that came back: `stytch_token_type=oauth&token=…`. */
  authenticate: (token: string, options: SessionDuration) => Promise<Answer<typeof oauth.authenticate>>
  /** Starts linking an account to the signed-in user: pass the token to `start`; the same session returns with it. */
  attach: (provider: OAuthProvider) => Promise<Answer<typeof oauth.attach>>
} & Readonly<Record<OAuthProvider, { start: (options?: OAuthStartOptions) => Promise<void> }>>

/** Type of the token in the URL: `login` is the second link of a password reset mail, which logs in without a new password. */
export type AuthenticatedByUrl =
  | { type: 'magic_links' | 'login'; data: Answer<typeof magicLinks.authenticate> }
  | { type: 'oauth'; data: Answer<typeof oauth.authenticate> }

/** Project settings; the provider's `bootstrap` response in camel case. */
export type ProjectSettings = {
  projectName: string | null
  displayWatermark: boolean
  cnameDomain: string | null
  emailDomains: string[]
  captchaSettings: Bootstrap['captcha_settings']
  /** Captcha; undefined uses proof of work. */
  captcha: { service: Bootstrap['captcha']['service'] | undefined; siteKey: string; isOnEveryCall: boolean }
  pkceRequiredForEmailMagicLinks: boolean
  pkceRequiredForPasswordResets: boolean
  pkceRequiredForOAuth: boolean
  pkceRequiredForSso: boolean
  slugPattern: string | null
  createOrganizationEnabled: boolean
  /** Null: strength is graded by zxcvbn. */
  passwordConfig: { ludsComplexity: number; ludsMinimumCount: number } | null
  runDFPProtectedAuth: boolean
  dfpProtectedAuthMode: Bootstrap['dfp_protected_auth_mode']
  rbacPolicy: Bootstrap['rbac_policy']
  siweRequiredForCryptoWallets: boolean
  /** Enabled social sign-in providers. */
  oauthProviders: OAuthProvider[]
}

/**
 * Local sign-in state. A user with an authenticator app is signed in once the session has both factors: until then `user` and `session` are
 * null, and `pending` is the user whose second factor is missing.
 */
export type ClientState =
  | { status: 'signed_out'; user: null; session: null; pending: null }
  | { status: 'second_factor_required'; user: null; session: null; pending: { user: User; session: Session } }
  | { status: 'signed_in'; user: User; session: Session; pending: null }

export type ClientEvents = {
  /** User, session or status changed, in this tab or another one. */
  state: ClientState
  user: User | null
  session: Session | null
  /** The project's settings were fetched and differ from the known ones. */
  bootstrap: ProjectSettings
  /** A refresh in the background failed; it is tried again unless the session has ended with it. */
  error: Error
}

export type Telemetry = {
  /** Reports an event to the provider, soon and together with others. Never throws. Details may hold personal data: keep them few. */
  log: (name: EventName | (string & {}), details?: Readonly<Record<string, unknown>>) => void
}

export type HeadlessClient = {
  /** URL of the provider without a trailing slash, also the base of its frame. */
  readonly baseUrl: string
  /** The project, as its pages name it. */
  readonly publicToken: string
  /**
   * Signs in with the token of a magic link or social sign-in in the page's URL, and removes it from there. The session lasts 30 minutes by
   * default. Null without a token, so call it on every possible redirect target.
   */
  authenticateByUrl: (options?: Partial<SessionDuration>) => Promise<AuthenticatedByUrl | null>
  readonly magicLinks: MagicLinks
  readonly otps: Otps
  readonly passwords: Passwords
  readonly user: Users
  readonly account: Account
  readonly session: Sessions
  readonly totps: Totps
  readonly webauthn: Webauthn
  readonly idp: Idp
  readonly cryptoWallets: CryptoWallets
  readonly impersonation: Impersonation
  readonly oauth: OAuth
  readonly telemetry: Telemetry
  /** The project's settings: those of the last visit at once, else as soon as the provider answers; the defaults when it does not. Never rejects. */
  bootstrap: () => Promise<ProjectSettings>
  /** The settings of the last visit, for a first render without waiting. */
  bootstrapSync: () => ProjectSettings | null
  on: <Name extends keyof ClientEvents>(event: Name, listener: (detail: ClientEvents[Name]) => void) => Unsubscribe
  /** Returns the local sign-in state, including a missing second factor. */
  getStateSync: () => ClientState
  /** Calls back whenever that changes, in this tab or another one. */
  onStateChange: (listener: (state: ClientState) => void) => Unsubscribe
  /** Stops timers and listeners, and sends the events that wait. The session stays. */
  destroy: () => void
}

export type CookieOptions = {
  opaqueTokenCookieName?: string | undefined
  jwtCookieName?: string | undefined
  path?: string | undefined
  /** Only with `availableToSubdomains`; else cookies are the page's host's own. */
  domain?: string | undefined
  availableToSubdomains?: boolean | undefined
}

export type HeadlessClientOptions = {
  /** URL of the provider: `https://identity.example.org`, with any scheme, host and port. */
  baseUrl: string
  cookieOptions?: CookieOptions | undefined
  /** The provider is on a domain of the application's own and may keep the tokens in HttpOnly cookies: look for a session at start. */
  customDomain?: boolean | undefined
  /** Names this device for projects that look at devices, in place of the provider's own way. */
  fingerprint?: (() => Promise<string>) | undefined
  /** Proves that a person is there, in place of the captcha that the project names. */
  captcha?: ((settings: { siteKey: string | null }) => Promise<string>) | undefined
  /**
   * Accepts social sign-ins only in the initiating browser, even if the project does not require PKCE: each uses it, and
   * `oauth.authenticate` otherwise rejects with `NotBegunHereError`.
   */
  pkceForOAuth?: boolean | undefined
  /** False reports no events at all. */
  telemetry?: boolean | undefined
}

export type { Common, OAuthProvider, Session, User }
