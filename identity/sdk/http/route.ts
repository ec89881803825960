import type { Endpoint } from '@corroborate/wire/endpoint.schema'
import type { PayloadOf, RequestOf, User } from '@corroborate/wire/types'
import type { LiveSession } from '../../accounts/sessions/index.ts'
import type { RequestFacts } from '../../platform/request/facts-of.ts'
import type { Project } from '../../projects/index.ts'

type SessionOf<E extends Endpoint> = E['auth'] extends 'session'
  ? { session: LiveSession; sessionToken: string }
  : { session: LiveSession | null; sessionToken: string | null }

/** A call of the contract after routing, project and session look-up and validation. */
export type Call<E extends Endpoint> = RequestOf<E> &
  SessionOf<E> & {
    project: Project
    request: RequestFacts
    /** Sends a `Set-Cookie` header along, if the call succeeds. */
    setCookie: (cookie: string) => void
  }

type RouteOptions<E extends Endpoint> = {
  /** Names the project for a call that needs no Authorization header. */
  publicTokenOf?: (request: RequestOf<E>) => string
}

/** An endpoint with its handler, with erased types so that routes fit in one list. */
export type Route = {
  endpoint: Endpoint
  handle: (call: never) => Promise<object>
  publicTokenOf?: ((request: never) => string) | undefined
  /** True if the user is read along with the session. */
  readsUser?: true
}

/** Joins an endpoint of the contract to its handler; the compiler holds the payload to the schema. */
export const answer = <E extends Endpoint, const Payload extends PayloadOf<E>>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<Payload>,
  { publicTokenOf }: RouteOptions<E> = {},
): Route => ({ endpoint, handle: handle as Route['handle'], publicTokenOf: publicTokenOf as Route['publicTokenOf'] })

/** Route of an authenticated endpoint that returns the user object, which is read along with the session. */
export const answerWithUser = <E extends Endpoint & { auth: 'session' }, const Payload extends PayloadOf<E>>(
  endpoint: E,
  handle: (call: Call<E> & { user: User }) => Promise<Payload>,
): Route => ({ endpoint, handle: handle as Route['handle'], readsUser: true })
