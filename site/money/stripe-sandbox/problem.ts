/** The fields of a call, or of an object. */
export type Fields = Record<string, unknown>

/** Client error in the format of Stripe's API. */
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
