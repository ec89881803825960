import type { OAuthProvider } from '@corroborate/wire/providers'
import { readAuthorization } from './authorize.ts'
import type { Person } from './person.ts'
import type { Asked } from './row.ts'
import { rows } from './rows/index.ts'
import type { Stage } from './stage.ts'

/** Content of a code or token. The request is parsed again from its query. */
export type Word = {
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
