import { formatAuthorization } from '@corroborate/wire/authorization'
import { callPath } from '@corroborate/wire/call'
import { projects } from '@corroborate/wire/projects'
import { z } from 'zod'
import type { OutsideService } from '../../kit/outside/index.ts'

/** Timeout of the identity provider in ms. */
const patience = 2_000

const said = z.object({ data: z.object({ openid_issuer: z.url() }) })

type Options = {
  /** The identity provider, and our project there. */
  identity: { origin: string; publicToken: string }
  service: Pick<OutsideService, 'send'>
}

/**
 * Returns the issuer of this site's access tokens: our project's issuer at the identity provider, which never changes. Fetched lazily; null
 * while the provider is unavailable.
 */
export const createFindIssuer = ({ identity, service }: Options): (() => Promise<string | null>) => {
  const { origin, publicToken } = identity
  let known: string | null = null

  const ask = async (): Promise<string | null> => {
    const url = new URL(callPath(projects.bootstrap, { public_token: publicToken }), origin)
    const headers = {
      accept: 'application/json',
      authorization: formatAuthorization({ publicToken, sessionToken: null }),
    }
    const answer = await service.send(url, { method: 'GET', headers, again: true }, patience)
    if (answer.kind !== 'answer' || answer.status !== 200) return null
    return said.safeParse(parse(answer.body)).data?.data.openid_issuer ?? null
  }

  return async () => {
    known ??= await ask()
    return known
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
