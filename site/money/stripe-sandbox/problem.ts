/** The fields of a call, or of an object. */
export type Fields = Record<string, unknown>

/** What a caller got wrong, as Stripe's API says it. */
export class SandboxProblem extends Error {
  override name = 'SandboxProblem'
  readonly status: 400 | 401 | 402 | 404
  readonly code: string | undefined

  constructor(status: 400 | 401 | 402 | 404, message: string, code?: string) {
    super(message)
    this.status = status
    this.code = code
  }
}
