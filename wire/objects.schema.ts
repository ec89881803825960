import { z } from 'zod'
import { type OAuthProvider, oauthProviders } from './providers.ts'

// Provider responses. Strict, so that tests detect undeclared fields.

const anyId = z.string().min(1)
const timestamp = z.iso.datetime()
const freeForm = z.record(z.string(), z.unknown())

/** On every success. */
export const common = z.strictObject({ request_id: z.string().min(1), status_code: z.literal(200) })

const userEmail = z.strictObject({ email_id: anyId, email: z.string(), verified: z.boolean() })
const userPhoneNumber = z.strictObject({ phone_id: anyId, phone_number: z.string(), verified: z.boolean() })
export const walletType = z.enum(['ethereum', 'solana'])
const userCryptoWallet = z.strictObject({
  crypto_wallet_id: anyId,
  crypto_wallet_address: z.string(),
  crypto_wallet_type: walletType,
  verified: z.boolean(),
})
const userProvider = z.strictObject({
  oauth_user_registration_id: anyId,
  provider_subject: z.string(),
  /** Capitalised: `Google`. */
  provider_type: z.string(),
  profile_picture_url: z.string(),
  locale: z.string(),
})
export const totpRegistration = z.strictObject({ totp_id: anyId, verified: z.boolean() })
export const webauthnRegistration = z.strictObject({
  webauthn_registration_id: anyId,
  domain: z.string(),
  user_agent: z.string(),
  authenticator_type: z.enum(['platform', 'cross-platform', '']),
  verified: z.boolean(),
  name: z.string(),
  /** Our extension: a discoverable passkey signs in by itself; others only authenticate the signed-in user. */
  discoverable: z.boolean(),
  /** Ours: it is kept on more than one device, as a password manager does. */
  backed_up: z.boolean(),
})
const biometricRegistration = z.strictObject({ biometric_registration_id: anyId, verified: z.boolean() })

/** All keys are always present; `updated_at` is our extension; the site detects a signup by `created_at` being equal to it. */
export const user = z.strictObject({
  user_id: anyId,
  created_at: timestamp,
  updated_at: timestamp,
  status: z.enum(['active', 'pending']),
  name: z.strictObject({ first_name: z.string(), middle_name: z.string(), last_name: z.string() }),
  emails: z.array(userEmail),
  phone_numbers: z.array(userPhoneNumber),
  crypto_wallets: z.array(userCryptoWallet),
  providers: z.array(userProvider),
  password: z.strictObject({ password_id: anyId, requires_reset: z.boolean() }).nullable(),
  totps: z.array(totpRegistration),
  webauthn_registrations: z.array(webauthnRegistration),
  biometric_registrations: z.array(biometricRegistration),
  roles: z.array(z.string()),
  trusted_metadata: freeForm,
  untrusted_metadata: freeForm,
  external_id: z.string().nullable(),
})
export type User = z.infer<typeof user>

const lastAuthenticated = { last_authenticated_at: timestamp }

const deliveredFactor = z.discriminatedUnion('delivery_method', [
  z.strictObject({
    ...lastAuthenticated,
    type: z.enum(['magic_link', 'otp']),
    delivery_method: z.enum(['email', 'embedded']),
    email_factor: z.strictObject({ email_id: anyId, email_address: z.string() }),
  }),
  z.strictObject({
    ...lastAuthenticated,
    type: z.literal('otp'),
    delivery_method: z.enum(['sms', 'whatsapp']),
    phone_number_factor: z.strictObject({ phone_id: anyId, phone_number: z.string() }),
  }),
  z.strictObject({ ...lastAuthenticated, type: z.literal('password'), delivery_method: z.literal('knowledge') }),
  z.strictObject({
    ...lastAuthenticated,
    type: z.literal('totp'),
    delivery_method: z.literal('authenticator_app'),
    authenticator_app_factor: z.strictObject({ totp_id: anyId }),
  }),
  z.strictObject({
    ...lastAuthenticated,
    type: z.literal('recovery_code'),
    delivery_method: z.literal('recovery_code'),
    recovery_code_factor: z.strictObject({ totp_recovery_code_id: anyId }),
  }),
  z.strictObject({
    ...lastAuthenticated,
    type: z.literal('webauthn'),
    delivery_method: z.literal('webauthn_registration'),
    webauthn_factor: z.strictObject({
      webauthn_registration_id: anyId,
      domain: z.string(),
      user_agent: z.string(),
      /** Our extension: the authenticator verified a PIN or biometric, so that it counts as two factors. */
      user_verified: z.boolean(),
    }),
  }),
  z.strictObject({
    ...lastAuthenticated,
    type: z.literal('signature_challenge'),
    delivery_method: z.literal('crypto_wallet'),
    crypto_wallet_factor: z.strictObject({
      crypto_wallet_id: anyId,
      crypto_wallet_address: z.string(),
      crypto_wallet_type: walletType,
    }),
  }),
  z.strictObject({
    ...lastAuthenticated,
    type: z.literal('signature_challenge'),
    delivery_method: z.literal('biometric'),
    biometric_factor: z.strictObject({ biometric_registration_id: anyId }),
  }),
  z.strictObject({
    ...lastAuthenticated,
    type: z.literal('oauth'),
    delivery_method: z.literal('oauth_access_token_exchange'),
    oauth_access_token_exchange_factor: z.strictObject({ client_id: anyId }),
  }),
  z.strictObject({
    ...lastAuthenticated,
    type: z.literal('impersonated'),
    delivery_method: z.literal('impersonation'),
    impersonated_factor: z.strictObject({ impersonator_id: anyId, impersonator_email_address: z.string() }),
  }),
])

/** The payload's key carries the provider's name; twitter, tiktok and snapchat give no `email_id`. */
type OAuthFactor = {
  [Provider in OAuthProvider]: {
    type: 'oauth'
    delivery_method: `oauth_${Provider}`
    last_authenticated_at: string
  } & Record<`${Provider}_oauth_factor`, { id: string; email_id?: string | undefined; provider_subject: string }>
}[OAuthProvider]

const oauthPayload = z.strictObject({ id: anyId, email_id: anyId.optional(), provider_subject: z.string() })
const oauthFactor = z.union(
  oauthProviders.map(provider =>
    z.strictObject({
      ...lastAuthenticated,
      type: z.literal('oauth'),
      delivery_method: z.literal(`oauth_${provider}`),
      [`${provider}_oauth_factor`]: oauthPayload,
    }),
  ),
) as z.ZodType<unknown> as z.ZodType<OAuthFactor>

/** A session's authentication factor. `delivery_method` determines its payload. */
export const authenticationFactor = z.union([deliveredFactor, oauthFactor])
export type AuthenticationFactor = z.infer<typeof authenticationFactor>

export const session = z.strictObject({
  session_id: anyId,
  user_id: anyId,
  started_at: timestamp,
  last_accessed_at: timestamp,
  expires_at: timestamp,
  attributes: z.strictObject({ ip_address: z.string(), user_agent: z.string() }),
  custom_claims: freeForm.nullable(),
  roles: z.array(z.string()),
  authentication_factors: z.array(authenticationFactor),
})
export type Session = z.infer<typeof session>

/** For callers that expose the response unchanged, including `__user`. */
export const authResultWithoutUserCopy = z.strictObject({
  ...common.shape,
  user_id: anyId,
  user,
  session,
  /** Opaque and cookie-safe. Empty, as `session_jwt` then is too, when both travel in HttpOnly cookies. */
  session_token: z.string(),
  session_jwt: z.string(),
})

/** Common response of every sign-in endpoint. `__user` is a copy of the user, which the client stores and hides. */
export const authResult = z.strictObject({ ...authResultWithoutUserCopy.shape, __user: user })
export type AuthResult = z.infer<typeof authResult>
