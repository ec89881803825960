/**
 * Path of the proof-of-work challenge for a client that received `captchaRequiredText`: relative to the provider's origin, beside
 * `sdkPrefix`.
 */
export const captchaChallengePath = (publicToken: string): string =>
  `/v1/public/captcha/${encodeURIComponent(publicToken)}`

/**
 * A challenge in ALTCHA's second format: find the counter whose key, derived by PBKDF2 from `nonce` and the counter, begins with
 * `keyPrefix`. The `captcha_token` is base64 of `{ challenge, solution: { counter, derivedKey } }` as JSON.
 */
export type CaptchaChallenge = {
  parameters: {
    algorithm: string
    nonce: string
    salt: string
    cost: number
    keyLength: number
    keyPrefix: string
    expiresAt?: number
    data?: Record<string, string | number | boolean | null>
  }
  signature: string
}

/** Captcha services besides proof of work. `recaptcha-v2` is the invisible variant. */
export const captchaServices = ['recaptcha-enterprise', 'recaptcha-v3', 'recaptcha-v2', 'turnstile'] as const
export type CaptchaService = (typeof captchaServices)[number]

/** Action of a captcha token, which services that support actions must return. Same as in the published client. */
export const captchaAction = 'LOGIN'

/** Device identification endpoint, and the published client's script for it (`window.GetTelemetryID`). */
export const devicePaths = { submit: '/submit', script: '/telemetry.js' } as const
