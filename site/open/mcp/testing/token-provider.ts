import { generateKeyPairSync } from 'node:crypto'
import { type JWTPayload, SignJWT } from 'jose'
import { onTestFinished } from 'vitest'
import { startScriptedService } from '../../../testing/index.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** Overrides of a valid token's claims. Times in epoch seconds. */
export type Said = Partial<Record<'iss' | 'aud' | 'sub' | 'scope' | 'client_id', string | undefined>> & {
  exp?: number
  typ?: string
  /** Null for a token that names no key. */
  kid?: string | null
}

/** The key that tokens are signed with, as the provider publishes it. */
export const tokenKey = { ...publicKey.export({ format: 'jwk' }), kid: 'jwk-1', use: 'sig' }

/** Signs a token of `issuer` for `resource` at `now`, with overrides. */
export const signToken = (
  { issuer, resource, now }: { issuer: string; resource: string; now: number },
  { exp, typ = 'at+jwt', kid = 'jwk-1', ...said }: Said = {},
): Promise<string> => {
  const at = Math.floor(now / 1_000)
  return new SignJWT({
    iss: issuer,
    aud: resource,
    sub: 'user-1',
    scope: 'openid papers:watch notes:draft claims:draft',
    client_id: 'app-1',
    ...said,
  } as JWTPayload)
    .setProtectedHeader({ alg: 'ES256', typ, ...(kid !== null && { kid }) })
    .setIssuedAt(at)
    .setExpirationTime(exp ?? at + 300)
    .sign(privateKey)
}

/** Starts a fake identity provider for access tokens: metadata, keys, and arbitrary tokens. */
export const startTokenProvider = async (resource: string, now: () => number) => {
  const path = '/v1/public/project-test-1'
  const service = await startScriptedService(({ pathname }) =>
    pathname.startsWith('/sdk/v1/projects/bootstrap/')
      ? { status: 200, body: { data: { openid_issuer: issuer } } }
      : { status: 200, body: { keys: [tokenKey] } },
  )
  onTestFinished(() => service.close())
  const issuer = `${service.url}${path}`
  const token = (said?: Said): Promise<string> => signToken({ issuer, resource, now: now() }, said)
  return { service, issuer, token }
}
