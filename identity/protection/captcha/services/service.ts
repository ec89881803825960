import type { BoundedFetch } from '../../../platform/outside/bounded-fetch.ts'
import type { RequestFacts } from '../../../platform/request/facts-of.ts'
import type { Project } from '../../../projects/index.ts'

/** A service's verdict on a token. */
export type Verdict =
  | { kind: 'accepted' }
  | { kind: 'refused'; reason: string }
  /** The service does not know the key or the secret of the project: its operator has to act. */
  | { kind: 'misconfigured'; reason: string }
  /** The service does not answer, or with something else than it documents. */
  | { kind: 'unavailable'; reason: string }

export type Asking = {
  token: string
  secret: string
  settings: NonNullable<Project['captcha']>
  /** The hosts of the project's pages, one of which the token must come from. */
  hosts: readonly string[]
  request: Pick<RequestFacts, 'address' | 'userAgent'>
  fetch: BoundedFetch
  /** Turns `https://…` of the service into where it is played in tests. */
  at: (url: string) => string
}

/** Client of one service. May throw on network errors. */
export type Service = (asking: Asking) => Promise<Verdict>

export const refused = (reason: string): Verdict => ({ kind: 'refused', reason })

/** Returns the fault of a verified token: a wrong page, or a low score if the service has scores. */
export const faultOf = (
  { hosts, settings }: Pick<Asking, 'hosts' | 'settings'>,
  { hostname = 'no page', score = 1 }: { hostname?: string | undefined; score?: number | undefined },
): string | null => {
  if (!hosts.includes(hostname)) return `made on ${hostname}`
  return score < settings.minimumScore ? `score ${score}` : null
}
