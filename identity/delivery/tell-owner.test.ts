import type { EmailAddress } from '@corroborate/wire/email'
import { expect, test } from 'vitest'
import { emails } from '../accounts/contacts/attach.ts'
import { countMessages, identityUnderTest, nothingOnItsWay } from '../testing/index.ts'
import { notifyOwner } from './deliver.ts'

test('an account change notifies every verified address of the owner except the changed one', async () => {
  const provider = await identityUnderTest()
  const { db, core, clock } = provider
  const project = await provider.project()
  const { userId } = await provider.addUser('first@example.org')
  const add = (address: string, verified: boolean) =>
    db.transaction().execute(tx => emails.claim(tx, project, userId, address as EmailAddress, verified, clock.now))
  await add('second@example.org', true)
  await add('unproved@example.org', false)
  const added = (await add('added@example.org', true)) ?? ''
  await provider.addUser('somebody@example.org')
  const told = { project, userId, change: 'email-added', at: clock.now, except: added } as const
  await db.transaction().execute(tx => notifyOwner(core, tx, told))
  await nothingOnItsWay(db)
  const counts = ['first', 'second', 'unproved', 'added', 'somebody'].map(name =>
    countMessages(provider, `${name}@example.org`),
  )
  expect(await Promise.all(counts)).toEqual([1, 1, 0, 0, 0])
})
