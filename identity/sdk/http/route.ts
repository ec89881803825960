import type { Endpoint } from '@corroborate/wire/endpoint.schema'
import type { PayloadOf, RequestOf } from '@corroborate/wire/types'
import type { LiveSession } from '../../accounts/sessions/index.ts'
import type { Project } from '../../projects/index.ts'

/** What is known of a request besides what it says. */
export type RequestFacts = {
  /** `request-id-test-…`, as the answer carries it. */
  id: string
  /** Epoch milliseconds: the one clock reading every decision about this request uses. */
  now: number
  address: string
  /** At most 255 characters; empty when there is none. */
  userAgent: string
  /** The page it was sent by, when a browser says so. */
  origin: string | null
}

type SessionOf<E extends Endpoint> = E['auth'] extends 'session'
  ? { session: LiveSession; sessionToken: string }
  : { session: LiveSession | null; sessionToken: string | null }

/** A call of the contract after routing, project and session look-up and validation. */
export type Call<E extends Endpoint> = RequestOf<E> & SessionOf<E> & { project: Project; request: RequestFacts }

type RouteOptions<E extends Endpoint> = {
  /** Names the project for a call that needs no Authorization header. */
  publicTokenOf?: (request: RequestOf<E>) => string
}

/** An endpoint with what answers it, its types forgotten so that routes fit in one list. */
export type Route = {
  endpoint: Endpoint
  handle: (call: never) => Promise<object>
  publicTokenOf?: ((request: never) => string) | undefined
}

/** Joins an endpoint of the contract to its handler; the compiler holds the payload to the schema. */
export const answer = <E extends Endpoint, const Payload extends PayloadOf<E>>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<Payload>,
  { publicTokenOf }: RouteOptions<E> = {},
): Route => ({ endpoint, handle: handle as Route['handle'], publicTokenOf: publicTokenOf as Route['publicTokenOf'] })
