import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatAuthorization } from '@corroborate/wire/authorization'
import { callPath } from '@corroborate/wire/call'
import { magicLinks } from '@corroborate/wire/magic-links'
import { expect, onTestFinished, test } from 'vitest'
import { nothingOnItsWay, runIdentity } from '../testing/index.ts'
import { startMailServer } from './testing/index.ts'

const publicToken = 'public-token-test-00000000-0000-4000-8000-000000000000'
const people = Array.from({ length: 12 }, (_, n) => `person-${n}@example.org`)

/** Requests a link. Returns true once the provider acknowledges it, false if it died first. */
const isAcknowledged = async (origin: string, email: string): Promise<boolean> => {
  const headers = {
    Authorization: formatAuthorization({ publicToken, sessionToken: null }),
    'Content-Type': 'application/json',
  }
  const url = `${origin}${callPath(magicLinks.loginOrCreate)}`
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ email }) }).catch(() => null)
  return answer?.status === 200
}

test('a provider killed after accepting emails sends each of them exactly once after restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'identity-crash-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // Nothing listens at the first address, so acknowledged messages cannot have been sent before the provider dies.
  const environment = { IDENTITY_PUBLIC_TOKEN: publicToken, LIMITS_SCALE: '1000' }
  const doomed = await runIdentity(folder, { ...environment, SMTP_URL: 'smtp://127.0.0.1:9' })
  const acknowledged: string[] = []
  const asked = people.map(async email => {
    if (await isAcknowledged(doomed.origin, email)) acknowledged.push(email)
    // In the middle of the others: some are answered by then, some are not.
    if (acknowledged.length === people.length / 2) await doomed.kill()
  })
  await Promise.all(asked)
  await doomed.kill()
  expect(acknowledged.length).toBeGreaterThanOrEqual(people.length / 2)

  // A job claimed by the dead process is retried after its 30 s lease. The test skips that wait.
  const db = await doomed.openDb()
  onTestFinished(() => db.destroy())
  await db.updateTable('outbox').set({ due_at: 1 }).where('state', '=', 'running').execute()

  const server = await startMailServer()
  const revived = await runIdentity(folder, { ...environment, SMTP_URL: server.url })
  onTestFinished(() => void revived.stop())
  const received = () => server.mails.flatMap(({ to }) => to)
  await expect.poll(received).toEqual(expect.arrayContaining(acknowledged))
  await nothingOnItsWay(db)
  expect(received().toSorted()).toEqual([...new Set(received())].toSorted())
})
