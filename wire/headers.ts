/** Request headers of every call but the `bare` ones. */
export const headerNames = {
  authorization: 'Authorization',
  telemetry: 'X-SDK-Client',
  parentHost: 'X-SDK-Parent-Host',
  /** W3C Trace Context of the server that rendered the page, if given. */
  trace: 'traceparent',
} as const

/** Headers that a preflight must allow; the real client sends the first four on every request. */
export const corsRequestHeaders = [
  'authorization',
  'content-type',
  'x-sdk-client',
  'x-sdk-parent-host',
  'traceparent',
] as const
export const corsMethods = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** The plain-text body, with status 403, that makes a client try a fingerprinted call once more. Never sent as JSON. */
export const captchaRequiredText = 'Captcha required'
