import type { EmailAddress } from '@corroborate/wire/email'
import { expect, test } from 'vitest'
import { findDecoy } from './require-password.ts'
import { setPassword } from './store.ts'
import { open } from './testing/index.ts'

test('an unknown address is compared with some user’s hash, always the same one', async () => {
  const { db, project } = await open()
  const owner = await project()
  const addresses = Array.from({ length: 20 }, (_, n) => `nobody${n}@example.org` as EmailAddress)
  const decoys = () => Promise.all(addresses.map(async email => (await findDecoy(db, owner, email))?.hash))
  expect(new Set(await decoys())).toEqual(new Set([undefined]))

  // A quarter of all ids is below the first of these, and a quarter is above the last.
  const hashes = ['4', '8', 'c'].map(digit => `the hash of user ${digit}`)
  await db.transaction().execute(async tx => {
    for (const hash of hashes) {
      await setPassword(tx, owner, `user-test-${hash.at(-1)}`, { scheme: 'argon2', hash }, 0)
    }
  })
  const first = await decoys()
  expect(new Set(first)).toEqual(new Set(hashes))
  expect(await decoys()).toEqual(first)
})
