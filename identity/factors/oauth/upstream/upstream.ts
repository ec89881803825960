import { randomUUID } from 'node:crypto'
import type { OAuthProvider } from '@corroborate/wire/providers'
import { LRUCache } from 'lru-cache'
import { allowed, type Callback, cancelled, type Reading, readAuthorization, refused } from './authorize.ts'
import { createEndpoints } from './endpoints.ts'
import { createKeys } from './keys.ts'
import { createProcessMemory } from './memory.ts'
import type { Person } from './person.ts'
import type { Asked } from './row.ts'
import { rows } from './rows/index.ts'
import { signIdToken } from './sign-id-token.ts'
import { codeLasts, type Stage } from './stage.ts'
import { writeWord } from './words.ts'

/** `voice` is the truth when left out, and `memory` that of this process. */
export type UpstreamOptions = Pick<Stage, 'base' | 'clientOf' | 'now'> & Partial<Pick<Stage, 'voice' | 'memory'>>

/**
 * Serves all social providers from one server: authorization requests, token endpoint, profiles, keys and discovery documents, each as its
 * provider does (`rows/`). The caller determines the user and their consent.
 */
export const createUpstream = ({ voice = {}, memory = createProcessMemory(), ...options }: UpstreamOptions) => {
  const stage: Stage = { ...options, voice, memory, keys: createKeys(memory) }
  const { clientOf, now } = stage
  /** Earlier grants in this process: Apple returns a name only the first time. */
  const known = new LRUCache<string, true>({ max: 5000 })

  return {
    /** Token endpoints, profiles, keys and discovery documents. The authorize pages are the caller's. */
    app: createEndpoints(stage),
    rotateKeys: stage.keys.rotate,
    read: (provider: OAuthProvider, query: URLSearchParams): Reading =>
      readAuthorization(rows[provider], clientOf(provider), query),
    /** Grants a client's request on behalf of a user. */
    allow: (provider: OAuthProvider, asked: Asked, person: Person): Callback => {
      const relation = `${provider} ${asked.clientId} ${person.subject}`
      const isFirst = !known.has(relation)
      known.set(relation, true)
      const given = { kind: 'code', provider, query: asked.query.toString(), person, isFirst, code: '' } as const
      const code = writeWord(stage, { ...given, expiresAt: now() + codeLasts })
      return allowed(rows[provider], { asked, person, isFirst, accessToken: '' }, code)
    },
    /** The person refuses. */
    cancel: (provider: OAuthProvider, asked: Asked): Callback => cancelled(rows[provider], asked),
    /** The provider refuses. */
    refuse: (provider: OAuthProvider, asked: Asked, error: string, reason: string): Callback =>
      refused(rows[provider], asked, error, reason),
    /** Returns the credential that Google One Tap gives a page: an id_token without a code. */
    credential: (clientId: string, person: Person, nonce: string | null): Promise<string> => {
      const scopes = ['openid', 'email', 'profile']
      const asked = { clientId, scopes, query: new URLSearchParams() } as Partial<Asked> as Asked
      const claims = rows.google.claims?.({ asked, person, accessToken: '', isFirst: false })
      const about = { aud: clientId, jti: randomUUID(), ...(nonce !== null && { nonce }) }
      return signIdToken(stage, 'google', { ...claims, ...about })
    },
  }
}
export type Upstream = ReturnType<typeof createUpstream>
