import { emailOf, publicName } from '../user-facts.ts'

/** Result of a login at the provider. */
export type LoginResult = {
  token: string
  userId: string
  isSignup: boolean
  /** Name, or the email address if there is none (SPEC §4). */
  name: string
  email: string | null
}

type Answer = {
  status_code: number
  session_token: string
  user_id: string
  user: Parameters<typeof emailOf>[0] & Parameters<typeof publicName>[0] & { created_at: string; updated_at: string }
}

/** Widget events that mean a sign-in, with the reported method. */
const methods: ReadonlyMap<string, string> = new Map([
  ['PASSWORD_AUTHENTICATE', 'password'],
  ['PASSWORD_CREATE', 'password'],
  ['PASSWORD_RESET_BY_EMAIL', 'password'],
  ['OTP_AUTHENTICATE', 'otp'],
  ['PASSKEY_AUTHENTICATE', 'passkey'],
  ['CRYPTO_WALLET_AUTHENTICATE', 'crypto_wallet'],
  // Return to prove only the second factor.
  ['SECOND_FACTOR_AUTHENTICATE', 'second_factor'],
])

/** Returns the login method and result of an event that completes a login (SPEC §4, "Login"); else null. */
export const loginIn = (event: { type: string; data: unknown }): { method: string; result: LoginResult } | null => {
  const method = methods.get(event.type)
  const result = resultOf(event.data)
  return method === undefined || result === null ? null : { method, result }
}

/** The answer of the provider to a login, read; null when it is none. */
export const resultOf = (data: unknown): LoginResult | null => {
  if (typeof data !== 'object' || data === null) return null
  const { status_code, session_token, user_id, user } = data as Partial<Answer>
  if (status_code !== 200 || !session_token || !user_id || user === undefined) return null
  const email = emailOf(user)
  return {
    token: session_token,
    userId: user_id,
    isSignup: user.created_at === user.updated_at,
    name: publicName(user) || (email ?? ''),
    email,
  }
}
