import { createHash } from 'node:crypto'
import type { OAuthProvider } from '@corroborate/wire/providers'
import { provesItself } from './clients.ts'
import { issueTokens } from './issue-tokens.ts'
import { isVerifierOf } from './proof-key.ts'
import type { Answer } from './row.ts'
import { rows } from './rows/index.ts'
import { type Stage, tokenLasts } from './stage.ts'
import { readWord } from './words.ts'

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
