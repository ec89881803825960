/**
 * Session requirement of a request.
 * - `none`: the public token is enough, a session is ignored
 * - `optional`: an existing session gains the new factor
 * - `session`: rejected with `user_unauthenticated` without one
 * - `bare`: sent without an Authorization header and without cookies; the body names the project
 */
export type Auth = 'none' | 'optional' | 'session' | 'bare'

/**
 * An endpoint of the contract without schemas, and so without zod: the data a browser needs. `path` is relative to `sdkPrefix`, with Hono's
 * `:name` parameters. `fingerprinted` requests may have `captcha_token` and `dfp_telemetry_id`, and are retried once after
 * `captchaRequiredText`.
 */
export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  readonly auth: Auth
  readonly fingerprinted: boolean
}

/** Prefix of every path of the contract, on the provider's origin. */
export const sdkPrefix = '/sdk/v1'

/** A call's path with its parameters filled in, percent-encoded, prefix included. Throws when a parameter is missing. */
export const callPath = (call: Call, params: Readonly<Record<string, string>> = {}): string =>
  sdkPrefix +
  call.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined
    if (value === undefined || value === '') throw new TypeError(`The path ${call.path} needs "${name}"`)
    return encodeURIComponent(value)
  })
