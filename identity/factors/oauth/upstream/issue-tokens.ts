import type { OAuthProvider } from '@corroborate/wire/providers'
import { halfHash } from './keys.ts'
import type { Asked, Grant } from './row.ts'
import { rows } from './rows/index.ts'
import { signIdToken } from './sign-id-token.ts'
import { type Stage, tokenLasts } from './stage.ts'
import { type Word, writeWord } from './words.ts'

/** A grant by a user to a client. */
type Allowed = Pick<Word, 'person' | 'isFirst' | 'code'> & { asked: Asked }

/** Issues the token endpoint's response for a grant. */
export const issueTokens = async (
  stage: Stage,
  provider: OAuthProvider,
  { asked, person, isFirst, code }: Allowed,
): Promise<Record<string, unknown>> => {
  const row = rows[provider]
  const given = { provider, query: asked.query.toString(), person, isFirst, code }
  const accessToken = writeWord(stage, { ...given, kind: 'access', expiresAt: stage.now() + tokenLasts })
  const grant: Grant = { asked, person, isFirst, accessToken }
  const claims = row.claims?.(grant) ?? null
  const refreshToken = row.refreshes(asked)
    ? writeWord(stage, { ...given, kind: 'refresh', expiresAt: Number.MAX_SAFE_INTEGER })
    : null
  const about = {
    aud: asked.clientId,
    at_hash: halfHash(accessToken),
    ...(row.repeatsNonce && asked.nonce !== null && { nonce: asked.nonce }),
  }
  const idToken = claims === null ? null : await signIdToken(stage, provider, { ...about, ...claims })
  const usual = {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: tokenLasts / 1_000,
    scope: asked.scopes.join(row.separator),
    ...(refreshToken !== null && { refresh_token: refreshToken }),
    ...(idToken !== null && { id_token: idToken }),
  }
  return row.tokenAnswer(usual, grant)
}
