import { expect, test } from 'vitest'
import { openDatabase } from './index.ts'
import { migrations } from './testing/accounts.ts'

const openAt = (url: string) => openDatabase({ url, file: '', migrations, now: Date.now })

test('an unreachable PostgreSQL server is reported without its password', async () => {
  const opening = openAt('postgres://u:hunter2@127.0.0.1:1/papers')
  await expect(opening).rejects.toThrow(
    '127.0.0.1:1/papers does not answer: connect ECONNREFUSED 127.0.0.1:1. Start it',
  )
  await expect(opening).rejects.not.toThrow(/hunter2/)
  await expect(opening).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
})

test('an invalid database URL is not echoed because it may contain a password', async () => {
  const opening = openAt('postgres://u:hunter2@[1/papers')
  await expect(opening).rejects.toThrow('The PostgreSQL database of the settings does not answer: ')
  await expect(opening).rejects.not.toThrow(/hunter2/)
})
