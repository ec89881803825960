import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { type RunningProduct, runProduct } from '../testing/index.ts'
import { exampleReport } from './testing/index.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-crash-reports-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const rounds = 2
const clients = 6

let made = 0
/** A claim or a report that nobody has sent yet. */
const nextBody = (): { doi: string; body: { sha256: string; status: string } } => {
  made += 1
  const sha256 = made.toString(16).padStart(64, '0')
  const doi = `10.1000/crash.${made}`
  const { doi: _, ...report } = exampleReport
  const claim = {
    status: 'pending',
    auditorName: 'Ada',
    auditorEmail: 'Ada',
    auditReport: '',
    reproducibilityPackage: null,
  }
  return { doi, body: { ...(made % 3 === 0 ? claim : report), sha256 } }
}

/** Sends claims and reports, each twice as a client that has lost the answer does, until the server is gone. */
const sendUntilGone = async (
  { origin }: RunningProduct,
  session: string,
  acknowledged: { id: string; sha256: string }[],
): Promise<void> => {
  for (;;) {
    const { doi, body } = nextBody()
    for (let attempt = 0; attempt < 2; attempt++) {
      try {
        const answer = await fetch(`${origin}/${doi}/audit/`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie: `corroborate_session=${session}.` },
          body: JSON.stringify(body),
        })
        if (answer.status === 503 || answer.status === 409) continue
        if (answer.status !== 200) throw new Error(`refused with ${answer.status}: ${await answer.text()}`)
        acknowledged.push({ id: ((await answer.json()) as { id: string }).id, sha256: body.sha256 })
      } catch (error) {
        if (error instanceof Error && error.message.startsWith('refused')) throw error
        return
      }
    }
  }
}

test(`kill -9 while claims and reports arrive, ${rounds} rounds: nothing acknowledged is missing or there twice`, async () => {
  const acknowledged: { id: string; sha256: string }[] = []
  for (let round = 0; round < rounds; round++) {
    const before = acknowledged.length
    const product = await runProduct(dataDir, { LIMITS_SCALE: '1000000' })
    const sessions = await Promise.all(
      Array.from({ length: clients }, (_, n) => product.newSession(`crash${round}.${n}@example.org`)),
    )
    const sending = sessions.map(({ token }) => sendUntilGone(product, token, acknowledged))
    await expect.poll(() => acknowledged.length, { timeout: 30_000, interval: 5 }).toBeGreaterThan(before + clients)
    await new Promise(resolve => setTimeout(resolve, Math.random() * 180))
    await product.kill()
    await Promise.all(sending)
  }
  const product = await runProduct(dataDir)
  expect(await product.stop(), 'the start after the last kill needs no hand').toBe(0)

  const database = new DatabaseSync(join(dataDir, 'site.sqlite'), { readOnly: true })
  const kept = database.prepare('select id, sha256 from reports union all select id, sha256 from claims').all()
  const queue = database.prepare(`select id from moderation_items where kind = 'audit'`).all()
  const jobs = database.prepare(`select payload from outbox where kind like 'claims.%'`).all()
  const claims = database.prepare('select id from claims').all()
  database.close()
  const byHash = new Map(kept.map(({ id, sha256 }) => [sha256, id]))
  expect(kept.length, 'nothing is there twice').toBe(byHash.size)
  expect(acknowledged.filter(({ id, sha256 }) => byHash.get(sha256) !== id)).toEqual([])
  expect(queue.map(({ id }) => id).toSorted(), 'each waits for a moderator').toEqual(
    kept.map(({ id }) => id).toSorted(),
  )
  expect(jobs.length, 'each claim has its two jobs').toBe(2 * claims.length)
}, 120_000)
