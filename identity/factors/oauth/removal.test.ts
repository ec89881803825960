import type { User } from '@corroborate/wire/types'
import { expect, test } from 'vitest'
import { oauthRemoval } from './factor.ts'

test('removing one provider account keeps the user’s others', () => {
  const linked = (id: string) => ({ oauth_user_registration_id: id })
  const user = { user_id: 'ada', providers: [linked('a'), linked('b'), linked('c')] } as unknown as User
  expect(oauthRemoval.idsOf(user)).toEqual(['a', 'b', 'c'])
  expect(oauthRemoval.without(user, 'b')).toEqual({ ...user, providers: [linked('a'), linked('c')] })
})
