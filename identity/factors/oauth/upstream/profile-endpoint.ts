import type { OAuthProvider } from '@corroborate/wire/providers'
import type { Answer } from './row.ts'
import { rows } from './rows/index.ts'
import type { Stage } from './stage.ts'
import { stolenNote } from './token-endpoint.ts'
import { readWord } from './words.ts'

/** Responds to a profile request. @param call method and address, a key of its `profiles` */
export const answerProfile = async (
  stage: Stage,
  provider: OAuthProvider,
  call: string,
  request: Request,
): Promise<Answer> => {
  const { memory, clientOf } = stage
  const row = rows[provider]
  const query = new URL(request.url).searchParams
  const [, bearer] = /^Bearer (\S+)$/i.exec(request.headers.get('Authorization') ?? '') ?? []
  const accessToken = bearer ?? query.get('access_token') ?? ''
  const kept = readWord(stage, 'access', provider, accessToken)
  const answer = row.profiles[call]
  if (kept === null || answer === undefined || (await memory.isNoted(stolenNote(kept.code)))) return row.unauthorized
  const { secret } = clientOf(provider)
  const clientSecret = typeof secret === 'string' ? secret : ''
  return answer({ ...kept, accessToken }, { headers: request.headers, query, body: await request.text(), clientSecret })
}
