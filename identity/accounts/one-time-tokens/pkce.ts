import { createHash, timingSafeEqual } from 'node:crypto'
import { refuse } from '../../platform/refusal/refusal.ts'

/**
 * Checks the code verifier that came with a token against the challenge it was issued with (RFC 7636 §4.6, S256 only), in
 * both directions, so that neither can be left out (RFC 9700 §4.8.2). Call it before the token is spent.
 * @throws Refusal
 */
export const checkVerifier = (codeChallenge: string | null, codeVerifier: string | undefined): void => {
  if (codeChallenge === null) {
    if (codeVerifier !== undefined) refuse('pkce_did_not_expect_code_verifier')
    return
  }
  if (codeVerifier === undefined) refuse('pkce_expected_code_verifier')
  const computed = createHash('sha256').update(codeVerifier).digest('base64url')
  const [a, b] = [Buffer.from(computed), Buffer.from(codeChallenge)]
  if (a.length !== b.length || !timingSafeEqual(a, b)) refuse('pkce_mismatch')
}
