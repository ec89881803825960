import { AsyncLocalStorage } from 'node:async_hooks'
import type { User } from '@corroborate/wire/types'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { LiveSession } from '../../accounts/sessions/index.ts'
import type { Client } from '../store/index.ts'

/** What the provider is to know of an authorization that we let it run, and what it found out. What was read for it already it does not read again. */
export type Authorizing = {
  /** Whose it is; null: nobody is signed in. */
  person: { session: LiveSession; user: User } | null
  /** Who asks; null: nobody who is stored. */
  client: Client | null
  /**
   * `read`: verify the request and say what it asks for; `look`: check it for the person and issue nothing; `allow`: issue a code for the grant; `deny`: tell the application that
   * it was refused.
   */
  decision: 'read' | 'look' | 'allow' | 'deny'
  /** What is allowed already, if anything is. */
  granted: { scopes: readonly string[]; resources: readonly string[] } | null
  /** Scopes that are not this user's to give. */
  withheld: readonly string[]
  /** Claims that it asks for by name and that belong to no scope it may have. */
  refusedClaims: readonly string[]
  /** The application wants the person to be asked even so (`prompt=consent`). */
  asksAgain: boolean
  /** The stored grant that the code is of. */
  grantId: string | null
  /** Whether the newest factor counts as proved for this very request (`prompt=login`, `max_age`). */
  isFresh: (maxAge: number) => boolean
  /** What the person is needed for, once the request has been looked at. */
  asked: Asked | null
}

/** Why the provider did not answer by itself, and the request as it understood it. */
export type Asked = {
  prompt: string
  reasons: readonly string[]
  params: Readonly<Record<string, unknown>>
  resources: readonly string[]
}

/** Records what `oidc-provider` understood of a request, and for which prompt it would ask the person. */
export const noteAsked = (
  { oidc }: KoaContextWithOIDC,
  { prompt, reasons = [] }: { prompt: string; reasons?: readonly string[] },
): void => {
  const running = authorizing.getStore()
  if (running === undefined) return
  running.asked = {
    prompt,
    reasons,
    params: { ...oidc.params },
    resources: Object.keys(oidc.resourceServers ?? {}),
  }
}

/** The authorization that this very call runs: requests from outside have none. */
export const authorizing = new AsyncLocalStorage<Authorizing>()
