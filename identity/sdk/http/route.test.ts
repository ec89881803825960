import { endpoints } from '@corroborate/wire/endpoints.schema'
import { expect, test } from 'vitest'
import { answer, answerWithUser } from './route.ts'

const handle = async () => ({}) as never

test('a request loads the user with the session only if its response contains the user', () => {
  expect(answerWithUser(endpoints.users.me, handle)).toMatchObject({ endpoint: endpoints.users.me, readsUser: true })
  expect(answer(endpoints.users.me, handle)).not.toHaveProperty('readsUser')
})
