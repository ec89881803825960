import { AsyncLocalStorage } from 'node:async_hooks'
import type { User } from '@corroborate/wire/types'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { LiveSession } from '../../accounts/sessions/index.ts'
import type { Client } from '../store/index.ts'

/** Context of an authorization run, with its results. Already loaded data is not loaded again. */
export type Authorizing = {
  /** The authorizing user; null if signed out. */
  person: { session: LiveSession; user: User } | null
  /** The requesting client; null if it is not a stored one. */
  client: Client | null
  /**
   * `read`: verify the request and return its parameters; `look`: evaluate it for the user without issuing anything; `allow`: issue a code
   * for the grant; `deny`: report the denial to the application.
   */
  decision: 'read' | 'look' | 'allow' | 'deny'
  /** Existing grants, if any. */
  granted: { scopes: readonly string[]; resources: readonly string[] } | null
  /** Scopes that are not this user's to give. */
  withheld: readonly string[]
  /** Individually requested claims that belong to no grantable scope. */
  refusedClaims: readonly string[]
  /** The application always requires consent (`prompt=consent`). */
  asksAgain: boolean
  /** The stored grant that the code is of. */
  grantId: string | null
  /** True if the newest factor is recent enough for this request (`prompt=login`, `max_age`). */
  isFresh: (maxAge: number) => boolean
  /** The required user action, once the request has been evaluated. */
  asked: Asked | null
}

/** Why the provider did not answer by itself, and the request as it understood it. */
export type Asked = {
  prompt: string
  reasons: readonly string[]
  params: Readonly<Record<string, unknown>>
  resources: readonly string[]
}

/** Records how `oidc-provider` parsed a request, and the prompt it would show. */
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
