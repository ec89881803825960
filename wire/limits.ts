/** Most characters a text of the contract may have. Longer values are refused before anything looks at them. */
export const maxLength = {
  email: 320,
  phoneNumber: 16,
  password: 256,
  token: 512,
  passcode: 64,
  codeChallenge: 43,
  codeVerifier: 128,
  id: 128,
  url: 2048,
  name: 128,
  locale: 35,
  captchaToken: 8192,
  telemetryId: 256,
  walletAddress: 128,
  /** A contract's signature may hold those of several owners. */
  walletSignature: 16_384,
} as const

/**
 * Range of requestable session durations, in minutes. Maximum link and code lifetimes are project settings (`identity/projects/config.ts`);
 * the form's requested lifetimes are in each product's manifest (`widget/products/…/manifest.ts`).
 */
export const sessionDuration = { min: 5, max: 527_040 } as const
export const magicLinkExpiration = { min: 1, max: 10_080 } as const
export const passwordResetExpiration = { min: 1, max: 10_080 } as const
export const passcodeExpiration = { min: 1, max: 60 } as const
export const totpExpiration = { min: 1, max: 1_440 } as const
/** Lifetime of the intermediate session cookie. */
export const intermediateSessionMinutes = 10

/** Digits of an OTP by mail, SMS or WhatsApp. */
export const passcodeLength = 6
/** Characters of the name that a user gives a passkey. */
export const passkeyName = { max: 100 } as const
/** Times a passkey's autofill is offered again after a failure. */
export const passkeyAutofillRetries = 5

/** A signed-in client refreshes its session this often, in milliseconds. */
export const sessionRefreshMs = 180_000
/** Retry of a failed refresh: 2000 ms · 2^attempt, the exponent capped at 7, moved by up to ±175 ms. */
export const refreshBackoff = { baseMs: 2_000, maxExponent: 7, jitterMs: 175 } as const

/** Telemetry is sent when this many events wait, or this long after the first of them. */
export const telemetryBatch = { maxEvents: 15, flushMs: 800 } as const

/** Timeout of the phone service in ms, after which a form continues without it. */
export const phoneServiceTimeoutMs = { submit: 2_000, display: 10_000 } as const

/** Bounds of a user's own metadata. `characters` counts its JSON. */
export const metadataLimits = { keys: 20, depth: 6, characters: 4_096 } as const
/** Bounds of one telemetry event's details. */
export const eventDetailsLimits = { keys: 40, depth: 12, characters: 16_384 } as const
