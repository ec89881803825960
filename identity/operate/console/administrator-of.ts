import { type HttpContext, HttpProblem } from '@corroborate/server-kit/http'
import type { Core } from '../../sdk/core/index.ts'
import { type Asker, readAsker } from './reader.ts'

/** Redirects to sign-in; form posts without a session are rejected. */
export class SignInFirst extends Error {
  override name = 'SignInFirst'
  readonly to: string

  constructor(to: string) {
    super('Sign in first.')
    this.to = to
  }
}

/** Returns the request's administrator. @throws SignInFirst, HttpProblem 403 */
export const administratorOf = async (
  core: Core,
  c: HttpContext,
): Promise<Extract<Asker, { kind: 'administrator' }>> => {
  const asker = await readAsker(core, c)
  switch (asker.kind) {
    case 'administrator':
      return asker
    case 'halfway':
      throw new SignInFirst('/console/second')
    case 'stranger':
      throw new SignInFirst('/console/sign-in')
    case 'nobody':
      throw new HttpProblem(403, `${asker.email} is no administrator of this identity provider.`)
  }
}
