import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type RunningSite, runSite, startOpenAlex } from '../../testing/index.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-look-ups-'))
const closing: (() => Promise<unknown> | unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })]
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

test('over the rate limit no external lookup happens by page, citation or search, and nothing is reported unknown', async () => {
  const openAlex = await startOpenAlex([])
  closing.push(openAlex.close)
  // Two of the 120 look-ups.
  const site: RunningSite = await runSite(dataDir, { OPENALEX_URL: openAlex.url, LIMITS_SCALE: '0.02' })
  closing.push(() => site.stop())
  const ask = async (path: string, accept = 'text/html') => {
    const answer = await fetch(site.origin + path, { headers: { accept } })
    return { status: answer.status, retryAfter: Number(answer.headers.get('retry-after')), text: await answer.text() }
  }

  for (const path of ['/10.9999/a', '/10.9999/b']) {
    const page = await ask(path)
    expect(page.status).toBe(200)
    expect(page.text).toContain('No record found for this DOI')
  }
  const asked = openAlex.requests.length
  expect(asked).toBeGreaterThanOrEqual(2)

  const refused = await ask('/10.9999/c')
  expect(refused.status).toBe(429)
  expect(refused.retryAfter).toBeGreaterThan(0)
  expect(refused.text).toContain('Status unavailable: our sources could not be reached')
  expect(refused.text).toContain('for or against this paper. Reload in a few minutes to check again.')
  expect(refused.text).not.toContain('No record found')
  expect((await ask('/10.9999/c/cite/bibtex')).status).toBe(429)
  expect((await ask('/search?q=10.9999%2Fc', 'application/json')).status).toBe(503)
  expect(openAlex.requests.length).toBe(asked)

  // Stored and indexed papers.
  expect((await ask('/10.9999/a')).status).toBe(200)
  expect((await ask('/10.1016/0022-2836(76)90311-9')).status).toBe(200)
})
