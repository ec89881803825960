/**
 * Whose session a call acts on.
 * - `none`: the public token is enough, a session that comes along is not looked at
 * - `optional`: a session that comes along gains the new factor
 * - `session`: refused with `user_unauthenticated` without one
 * - `bare`: sent without an Authorization header and without cookies; the body names the project
 */
export type Auth = 'none' | 'optional' | 'session' | 'bare'

/**
 * One call of the contract, without its shapes and so without zod: what a browser needs to make it.
 * `path` is relative to `sdkPrefix`, with `:name` for a parameter, which is also how Hono writes a route.
 * `fingerprinted` calls may carry `captcha_token` and `dfp_telemetry_id`, and are tried once more after `captchaRequiredText`.
 */
export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  readonly auth: Auth
  readonly fingerprinted: boolean
}

/** What every path of the contract starts with, on the provider's origin. */
export const sdkPrefix = '/sdk/v1'

/** A call's path with its parameters filled in, percent-encoded, prefix included. Throws when a parameter is missing. */
export const callPath = (call: Call, params: Readonly<Record<string, string>> = {}): string =>
  sdkPrefix +
  call.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined
    if (value === undefined || value === '') throw new TypeError(`The path ${call.path} needs "${name}"`)
    return encodeURIComponent(value)
  })
