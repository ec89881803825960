import { expectTypeOf, test } from 'vitest'
import type { endpoints } from './endpoints.schema.ts'
import { magicLinks } from './magic-links.ts'
import type { projects } from './projects.ts'
import type { sessions } from './sessions.ts'
import type { AuthResult, BodyOf, DataOf, EmailAddress, ParamsOf, PayloadOf, RequestOf, User } from './types.ts'
import type { users } from './users.ts'

test('a client knows the input and output types of each endpoint', () => {
  expectTypeOf<BodyOf<typeof magicLinks.authenticate>>().toEqualTypeOf<{
    token: string
    session_duration_minutes: number
    code_verifier?: string | undefined
  }>()
  expectTypeOf<DataOf<typeof magicLinks.authenticate>>().toExtend<AuthResult & { method_id: string }>()
  expectTypeOf<BodyOf<typeof sessions.revoke>>().toEqualTypeOf<undefined>()
  expectTypeOf<ParamsOf<typeof projects.bootstrap>>().toEqualTypeOf<{ public_token: string }>()
  expectTypeOf<ParamsOf<typeof sessions.revoke>>().toEqualTypeOf<undefined>()
  expectTypeOf<DataOf<typeof users.update>['__user']>().toEqualTypeOf<User>()
})

test('two endpoints with one path are distinguished by method', () => {
  expectTypeOf<BodyOf<typeof users.me>>().toEqualTypeOf<undefined>()
  expectTypeOf<BodyOf<typeof users.update>>().toHaveProperty('name')
})

test('one generic function can call every endpoint', () => {
  const send = <C extends typeof magicLinks.authenticate>(_call: C, _body: BodyOf<C>) => undefined
  send(magicLinks.authenticate, { token: 't', session_duration_minutes: 5 })
  // @ts-expect-error minutes are a number
  send(magicLinks.authenticate, { token: 't', session_duration_minutes: '5' })
})

test('a server handler receives parsed input and returns data without the common fields', () => {
  type Search = typeof endpoints.users.search
  expectTypeOf<RequestOf<Search>['body']['email']>().toEqualTypeOf<EmailAddress>()
  expectTypeOf<RequestOf<Search>['params']>().toEqualTypeOf<undefined>()
  expectTypeOf<PayloadOf<Search>>().toEqualTypeOf<{ userType: 'new' | 'password' | 'passwordless' }>()
})
