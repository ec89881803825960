import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningSite, runSite } from '../../testing/index.ts'
import { attacks } from './testing/attacks.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-attacks-'))
let site: RunningSite

const somebody = '192.0.2.1'
const attacker = '198.51.100.7'

/** Response to a check of a file that is sent from an address. */
const check = async (file: string | Buffer, address: string): Promise<{ status: number; text: string }> => {
  const form = new FormData()
  form.set('file', new File([typeof file === 'string' ? file : new Uint8Array(file)], 'list'))
  const answer = await fetch(`${site.origin}/check`, {
    method: 'POST',
    body: form,
    headers: { Origin: site.origin, 'X-Forwarded-For': address },
  })
  return { status: answer.status, text: await answer.text() }
}

beforeAll(async () => {
  site = await runSite(dataDir, { LIMITS_SCALE: '100' })
  // Two at once: both threads have loaded their script.
  await Promise.all([check('10.1000/a', somebody), check('10.1000/a', attacker)])
})
afterAll(async () => {
  await site?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test.each(Object.entries(attacks))(
  'a check of %s is answered with a result or an error that says why',
  async (_, make) => {
    const { status, text } = await check(make(), attacker)
    expect([200, 422]).toContain(status)
    if (status === 422)
      expect(text).toMatch(/longer than|too large|Too many|more than|More than|nested|no reference|cannot be|too much/)
  },
)

test('while all of these are sent at once, another person’s checks succeed', async () => {
  const files = Object.values(attacks).map(make => make())
  let isOver = false
  const hostile = Promise.all(files.map(file => check(file, attacker))).finally(() => {
    isOver = true
  })
  const mine: Awaited<ReturnType<typeof check>>[] = []
  while (!isOver) mine.push(await check('@article{a, doi={10.1000/a}}', somebody))
  for (const { status } of await hostile) expect([200, 422, 429]).toContain(status)
  expect(mine.length).toBeGreaterThan(0)
  // No time is asserted, since others run tests on the machine. A reader that was held would answer 503.
  for (const { status } of mine) expect(status).toBe(200)
})
