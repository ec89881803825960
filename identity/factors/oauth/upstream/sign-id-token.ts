import type { OAuthProvider } from '@corroborate/wire/providers'
import type { JWTPayload } from 'jose'
import { rows } from './rows/index.ts'
import { type Stage, tokenLasts } from './stage.ts'

/** An id_token with these claims, issued now, in the voice of its provider. */
export const signIdToken = (
  { voice, keys, now }: Pick<Stage, 'voice' | 'keys' | 'now'>,
  provider: OAuthProvider,
  claims: Readonly<Record<string, unknown>>,
): Promise<string> => {
  const issuedAt = Math.floor(now() / 1_000)
  const { issuer, algorithm } = rows[provider]
  const usual = { iss: issuer ?? undefined, iat: issuedAt, exp: issuedAt + tokenLasts / 1_000, ...claims } as JWTPayload
  const said = voice.claims?.(usual, provider) ?? usual
  const honest = () => keys.sign(algorithm, said)
  return voice.sign === undefined ? honest() : voice.sign(honest, said, provider)
}
