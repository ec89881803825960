import { z } from 'zod'

const answerSchema = z.looseObject({ error: z.unknown().optional(), ok: z.unknown().optional() })

/**
 * A token answer in the form of the standard (RFC 6749 §5). Some providers send errors with status 200 (GitHub, Slack), send
 * `scope` as an array (Twitch) or under another name (Bitbucket), or do not say that the token is a bearer token. Pure.
 * @returns null for anything that is not a JSON object
 */
export const standardAnswer = (answer: unknown, status: number): { body: object; status: number } | null => {
  const read = answerSchema.safeParse(answer)
  if (!read.success) return null
  const { error, ok, scopes, scope = scopes, token_type = 'bearer', ...rest } = read.data
  if (error !== undefined || ok === false) {
    const code = typeof error === 'string' && /^[\x20-\x7e]{1,100}$/.test(error) ? error : 'invalid_request'
    return { body: { error: code }, status: status >= 400 ? status : 400 }
  }
  const granted = Array.isArray(scope) ? scope.filter(one => typeof one === 'string').join(' ') : scope
  return { body: { ...rest, token_type, ...(typeof granted === 'string' && { scope: granted }) }, status }
}
