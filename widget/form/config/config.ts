import type { OAuthProvider } from '@corroborate/wire/providers'

/** What a page can offer to sign in with. Their order is the order on the Main screen. */
export const products = ['emailMagicLinks', 'oauth', 'otp', 'passwords', 'crypto', 'passkeys'] as const
export type Product = (typeof products)[number]

export type OtpMethod = 'sms' | 'whatsapp' | 'email'

export type OAuthProviderOptions = {
  type: OAuthProvider
  custom_scopes?: readonly string[]
  provider_params?: Readonly<Record<string, string>>
  one_tap?: boolean
  position?: 'embedded' | 'embeddedOnly' | 'floating' | 'floatingOrEmbedded'
}

/** What a page says about its sign-in. Everything is optional; `withDefaults` fills in the rest. */
export type Config = {
  products?: readonly Product[]
  emailMagicLinksOptions?: {
    loginRedirectURL?: string
    loginExpirationMinutes?: number
    signupRedirectURL?: string
    signupExpirationMinutes?: number
    loginTemplateId?: string
    signupTemplateId?: string
    createUserAsPending?: boolean
    /** The domain our mail comes from, for the Gmail search. */
    domainHint?: string
  }
  oauthOptions?: {
    providers: readonly OAuthProviderOptions[]
    loginRedirectURL?: string
    signupRedirectURL?: string
  }
  otpOptions?: {
    methods: readonly OtpMethod[]
    expirationMinutes?: number
    loginTemplateId?: string
    signupTemplateId?: string
  }
  passwordOptions?: {
    loginRedirectURL?: string
    loginExpirationMinutes?: number
    resetPasswordRedirectURL?: string
    resetPasswordExpirationMinutes?: number
    resetPasswordTemplateId?: string
  }
  sessionOptions?: { sessionDurationMinutes: number }
  enableShadowDOM?: boolean
}
