import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { type RunningProduct, runProduct } from '../testing/index.ts'

const rounds = 3
const identityCli = fileURLToPath(new URL('../../identity/cli.ts', import.meta.url))
const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-notes-crash-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

type Acknowledged = { written: Set<string>; approved: Set<string> }

/** Writes notes and approves them until the product is gone; keeps what was acknowledged. */
const workUntilGone = async (product: RunningProduct, cookie: string, client: number, acknowledged: Acknowledged) => {
  const post = async (path: string, body: object, as: string) => {
    const answer = await fetch(`${product.origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: product.origin, cookie: as },
      body: JSON.stringify(body),
    })
    if (answer.status !== 200) throw new Error(`refused with ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as { id: string; status: string }
  }
  for (let n = 0; ; n++) {
    try {
      const visitor = `visitor=${`c${client}n${n}`.padStart(22, 'x')}`
      const { id } = await post(`/10.1000/crash.${client}/comment`, { author: 'Ada', content: `Note ${n}.` }, visitor)
      acknowledged.written.add(id)
      await post(`/moderate/comment/${id}`, { action: 'approve', version: 1 }, cookie)
      acknowledged.approved.add(id)
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('refused')) throw error
      return
    }
  }
}

test(`kill -9 in notes and decisions, ${rounds} rounds: nothing acknowledged is lost, and nothing is half done`, async () => {
  const acknowledged: Acknowledged = { written: new Set(), approved: new Set() }
  let token: string | null = null
  for (let round = 0; round < rounds; round++) {
    const before = acknowledged.approved.size
    const product = await runProduct(dataDir, { LIMITS_SCALE: '1000000' })
    if (token === null) {
      ;({ token } = await product.newSession('mo@example.org'))
      const command = ['user', 'role', 'add', 'mo@example.org', 'moderator']
      execFileSync(process.execPath, [identityCli, ...command], { env: { DATA_DIR: dataDir } })
    }
    const cookie = `corroborate_session=${token}.`
    const working = Array.from({ length: 4 }, (_, client) => workUntilGone(product, cookie, client, acknowledged))
    await expect.poll(() => acknowledged.approved.size, { timeout: 30_000, interval: 5 }).toBeGreaterThan(before)
    // A moment that differs each time, so that some are amid their transaction.
    await new Promise(resolve => setTimeout(resolve, Math.random() * 120))
    await product.kill()
    await Promise.all(working)
  }

  const database = new DatabaseSync(join(dataDir, 'site.sqlite'), { readOnly: true })
  const rowsOf = (sql: string) => database.prepare(sql).all() as Record<string, string | number | null>[]
  const notes = rowsOf('select id, published_at from notes')
  const items = new Map(rowsOf('select id, status from moderation_items').map(({ id, status }) => [id, status]))
  const decided = new Set(rowsOf("select item from moderation_log where action = 'approve'").map(({ item }) => item))
  const listed = new Set(rowsOf("select key from activity where kind = 'note-approved'").map(({ key }) => key))
  database.close()

  const kept = new Map(notes.map(note => [note.id, note]))
  expect([...acknowledged.written].filter(id => !kept.has(id))).toEqual([])
  expect([...acknowledged.approved].filter(id => kept.get(id)?.published_at == null)).toEqual([])
  expect(items.size, 'each note has its place in the queue').toBe(notes.length)
  for (const { id, published_at } of notes) {
    const isPublic = published_at !== null
    expect([items.get(id ?? ''), decided.has(id ?? ''), listed.has(`note-approved:${id}`)]).toEqual([
      isPublic ? 'approved' : 'pending',
      isPublic,
      isPublic,
    ])
  }
}, 120_000)
