/** Where a client asks for a proof of work to do when it has met `captchaRequiredText`: relative to the provider's origin, beside `sdkPrefix`. */
export const captchaChallengePath = (publicToken: string): string =>
  `/v1/public/captcha/${encodeURIComponent(publicToken)}`

/**
 * A challenge in ALTCHA's second form: find the counter whose key, derived by PBKDF2 from `nonce` and the counter, begins
 * with `keyPrefix`. The `captcha_token` is base64 of `{ challenge, solution: { counter, derivedKey } }` as JSON.
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

/** Services that tell people from programs, apart from the proof of work. `recaptcha-v2` is the kind without a box to tick. */
export const captchaServices = ['recaptcha-enterprise', 'recaptcha-v3', 'recaptcha-v2', 'turnstile'] as const
export type CaptchaService = (typeof captchaServices)[number]

/** What a token of a captcha is for; services that know of actions must repeat it. The published client says so too. */
export const captchaAction = 'LOGIN'

/** Where a page names its device, and the script with which the published client does (`window.GetTelemetryID`). */
export const devicePaths = { submit: '/submit', script: '/telemetry.js' } as const
