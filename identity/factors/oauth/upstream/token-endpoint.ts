import { createHash } from 'node:crypto'
import type { OAuthProvider } from '@corroborate/wire/providers'
import type { JWTPayload } from 'jose'
import { provesItself, readAuthorization } from './authorize.ts'
import type { Person } from './person.ts'
import type { Answer, Asked, Grant } from './row.ts'
import { rows } from './rows/index.ts'
import { halfHash, type Stage, tokenLasts } from './stage.ts'

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

/** Content of a code or token. The request is parsed again from its query. */
type Word = {
  kind: 'code' | 'access' | 'refresh'
  provider: OAuthProvider
  query: string
  person: Person
  isFirst: boolean
  /** Epoch milliseconds. */
  expiresAt: number
  /** For tokens, the code they were issued for. */
  code: string
}

/** A new code or token. */
export const writeWord = ({ memory }: Pick<Stage, 'memory'>, word: Word): string => memory.write(word)

/** Decodes a code or token. Returns null if it is invalid, expired, or of another kind or provider. */
export const readWord = (
  { memory, clientOf, now }: Pick<Stage, 'memory' | 'clientOf' | 'now'>,
  kind: Word['kind'],
  provider: OAuthProvider,
  text: string,
): (Word & { asked: Asked }) | null => {
  const word = memory.read(text) as Word | null
  if (word?.kind !== kind || word.provider !== provider || word.expiresAt <= now()) return null
  const reading = readAuthorization(rows[provider], clientOf(provider), new URLSearchParams(word.query))
  return reading.kind === 'asked' ? { ...word, asked: reading.asked } : null
}

/** A grant by a user to a client. */
type Allowed = Pick<Word, 'person' | 'isFirst' | 'code'> & { asked: Asked }

/** Issues the token endpoint's response for a grant. */
const issueTokens = async (
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

/** True if the verifier matches the challenge (RFC 7636 §4.6). Without a challenge there must be no verifier. Pure. */
export const isVerifierOf = (challenge: Asked['challenge'], verifier: string | null): boolean => {
  if (challenge === null) return verifier === null
  if (verifier === null) return false
  const made = challenge.method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  return made === challenge.value
}

/** Retention of spent refresh tokens, in ms. */
const refreshRemembered = 365 * 24 * tokenLasts

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** The note that the tokens for a code are void. */
export const stolenNote = (codeHash: string): string => `stolen ${codeHash}`

/** Responds to a token request. */
export const answerToken = async (stage: Stage, provider: OAuthProvider, request: Request): Promise<Answer> => {
  const row = rows[provider]
  if (!request.headers.get('Content-Type')?.startsWith('application/x-www-form-urlencoded')) {
    return row.refuse('invalid_request')
  }
  const form = new URLSearchParams(await request.text())
  const client = stage.clientOf(provider)
  if (!(await provesItself(row, client, request.headers.get('Authorization'), form)))
    return row.refuse('invalid_client')
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return exchangeCode(stage, provider, form)
    case 'refresh_token':
      return exchangeToken(stage, provider, form)
    default:
      return row.refuse('unsupported_grant_type')
  }
}

const exchangeCode = async (stage: Stage, provider: OAuthProvider, form: URLSearchParams): Promise<Answer> => {
  const { memory, now } = stage
  const row = rows[provider]
  const code = form.get('code') ?? ''
  const id = hashOf(code)
  // A code that comes twice was stolen, by this client or from it: the tokens for it are void from then on.
  if (!(await memory.note(`code ${id}`, now() + tokenLasts))) {
    await memory.note(stolenNote(id), now() + tokenLasts)
    return row.refuse('invalid_grant')
  }
  const kept = readWord(stage, 'code', provider, code)
  if (kept === null) return row.refuse('invalid_grant')
  const { asked } = kept
  if (form.get('redirect_uri') !== asked.redirectUri) return row.refuse('redirect_uri_mismatch')
  const verifier = form.get('code_verifier')
  if (row.pkce === 'forbidden' && verifier !== null) return row.refuse('invalid_client')
  if (row.pkce !== 'ignored' && !isVerifierOf(asked.challenge, verifier)) return row.refuse('invalid_grant')
  return { status: 200, body: await issueTokens(stage, provider, { ...kept, code: id }) }
}

const exchangeToken = async (stage: Stage, provider: OAuthProvider, form: URLSearchParams): Promise<Answer> => {
  const token = form.get('refresh_token') ?? ''
  const kept = readWord(stage, 'refresh', provider, token)
  const isFirst =
    kept !== null && (await stage.memory.note(`refresh ${hashOf(token)}`, stage.now() + refreshRemembered))
  if (kept === null || !isFirst) return rows[provider].refuse('invalid_grant')
  return { status: 200, body: await issueTokens(stage, provider, kept) }
}
