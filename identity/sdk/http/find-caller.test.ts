import type { Endpoint } from '@corroborate/wire/endpoint.schema'
import { endpoints } from '@corroborate/wire/endpoints.schema'
import type { User } from '@corroborate/wire/types'
import { expect, test } from 'vitest'
import type { LiveSession } from '../../accounts/sessions/index.ts'
import { Refusal } from '../../platform/refusal/refusal.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../core/create-core.ts'
import { createFindCaller } from './answer-call.ts'

const session = { id: 'session' } as LiveSession
const user = { user_id: 'user' } as User
const project = { id: 'project', sessions: { limitPending: false } } as Project

/** Authenticates with a token; "live" is a valid session token. */
const find = (auth: Endpoint['auth'], token: string | null, readsUser?: true) => {
  const asked: unknown[] = []
  const isLive = (...[of, given, at]: readonly unknown[]) => asked.push([of, given, at]) > 0 && given === 'live'
  const sessions = {
    find: async (...given: unknown[]) => (isLive(...given) ? session : null),
    findWithUser: async (...given: unknown[]) => (isLive(...given) ? { session, user } : null),
  }
  const route = { endpoint: { ...endpoints.users.me, auth }, handle: async () => ({}), ...(readsUser && { readsUser }) }
  const found = createFindCaller({ sessions: sessions as unknown as Core['sessions'] })(route, {
    project,
    token,
    at: 7,
  })
  return { found, asked }
}

test.each(['none', 'bare'] as const)('an endpoint of kind "%s" ignores credentials', async auth => {
  const { found, asked } = find(auth, 'live')
  expect(await found).toEqual({ session: null })
  expect(asked).toEqual([])
})

test.each(['session', 'optional'] as const)('an endpoint of kind "%s" uses its session token', async auth => {
  const { found, asked } = find(auth, 'live')
  expect(await found).toEqual({ session })
  expect(asked).toEqual([[project, 'live', 7]])
  expect(await find(auth, 'live', true).found).toEqual({ session, user })
})

test.each([null, 'ended', 'a.b.c'])('an optional session is null with the token %j', async token => {
  expect(await find('optional', token).found).toEqual({ session: null })
  expect(await find('optional', token, true).found).toEqual({ session: null })
})

test.each([
  [null, 'user_unauthenticated'],
  ['ended', 'session_not_found'],
  ['a.b', 'session_not_found'],
  ['a.b.c', 'unable_to_parse_session_jwt'],
  ['a.b.c.d', 'session_not_found'],
])('a required session is rejected with the token %j: %s', async (token, type) => {
  for (const readsUser of [undefined, true] as const) {
    const error = await find('session', token, readsUser).found.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Refusal)
    expect(error).toMatchObject({ type })
  }
})
