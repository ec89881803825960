import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { freePort, runCommand } from '@corroborate/server-kit/testing/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paths, storedDoi } from '../../kit/doi/index.ts'
import { type EventSources, type RunningProduct, runProduct, startEventSources } from '../../testing/index.ts'
import { ask, together } from './testing/ask.ts'
import { readFast } from './testing/read-fast.ts'
import { createReader, type ReaderOptions } from './testing/reader.ts'
import { hasVarnish, type RunningVarnish, runVarnish } from './testing/run-varnish.ts'

// Varnish in front of the site under very many readers: it stores shared pages and never a reader's own.

// biome-ignore lint/style/noProcessEnv: how many requests are sent is a setting of the test
const requests = Number(process.env.SHARED_CACHE_REQUESTS ?? 1_000_000)
const pagesRead = 100_000
const atOnce = 16

const corpus = readFileSync(new URL('../../finding/starter-corpus/works.jsonl', import.meta.url), 'utf8')
const dois = corpus
  .trim()
  .split('\n')
  .slice(0, 400)
  .map(line => storedDoi(String(JSON.parse(line).doi).replace('https://doi.org/', '')))
const papers = dois.map(paths.paper)
const sync = fileURLToPath(new URL('../commands/known-sync.ts', import.meta.url))

/** Numbers that look like chance and are the same in each run. */
const createDice = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`)

describe.skipIf(!hasVarnish)('shared caches (skipped without the Debian packages varnish and varnish-modules)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'corroborate-shared-'))
  let sources: EventSources
  let environment: Record<string, string>
  let product: RunningProduct
  let varnish: RunningVarnish
  /** Instance whose pages expire after a second. */
  let forgetful: RunningVarnish
  let port: number

  beforeAll(async () => {
    port = await freePort()
    sources = await startEventSources()
    environment = { CACHE_PURGE_URL: `varnish+http://127.0.0.1:${port}`, TRUSTED_PROXIES: '127.0.0.1' }
    product = await runProduct(join(folder, 'data'), environment)
    const sitePort = Number(new URL(product.origin).port)
    varnish = await runVarnish(join(folder, 'kept'), { port, sitePort })
    forgetful = await runVarnish(join(folder, 'forgetful'), { port: await freePort(), sitePort, keptFor: 1 })
  })
  afterAll(async () => {
    await varnish?.stop()
    await forgetful?.stop()
    await product?.kill()
    await sources?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const warm = (origin: string) =>
    together(papers.length, atOnce, async number => {
      const { status } = await ask(origin, { path: papers[number] ?? '' })
      expect(status).toBe(200)
    })

  test('the cache hit rate is high', async () => {
    const read = (count: number) => readFast({ port, paths: papers, count, connections: 8 })
    await read(papers.length)
    const before = await varnish.counts()
    const perSecond = await read(pagesRead)
    const after = await varnish.counts()
    const share = (after.hits - before.hits) / pagesRead
    say(
      `${Math.round(perSecond)} pages a second over ${papers.length} papers, ${(100 * share).toFixed(2)} % of them kept`,
    )
    expect(share).toBeGreaterThanOrEqual(0.98)
  })

  test('concurrent readers, visitors and users never see each other’s data', async () => {
    const dice = createDice(31)
    const place = { origin: varnish.origin, site: product.origin }
    const people: Omit<ReaderOptions, 'address'>[] = []
    for (let number = 0; number < 16; number++) {
      const email = `reader-${number}@example.org`
      const tokens: string[] = []
      for (let session = 0; session < 6; session++) tokens.push((await product.newSession(email)).token)
      people.push({ ...place, email, tokens, scripted: number % 3 !== 0, votes: true })
      people.push({ ...place, scripted: number % 3 !== 0, votes: true })
      people.push({ ...place, scripted: true, votes: false }, { ...place, scripted: true, votes: false })
    }
    const told: Record<string, number> = {}
    const wrong: string[] = []
    const each = Math.ceil(requests / people.length)
    await Promise.all(
      people.map(async (options, number) => {
        const act = createReader({ ...options, address: `198.51.100.${number}` })
        for (let done = 0; done < each; done++) {
          // Most read the same few papers, so that they meet.
          const path = papers[dice(dice(3) === 0 ? papers.length : 12)] ?? ''
          const seen = await act(path, dice(10_000))
          const name = `${seen.kind} ${seen.status}`
          told[name] = (told[name] ?? 0) + 1
          if (seen.wrong !== null) wrong.push(seen.wrong)
        }
      }),
    )
    say(`${each * people.length} mixed requests: ${JSON.stringify(told)}; wrong: ${wrong.length}`)
    expect(wrong.slice(0, 20)).toEqual([])
    for (const kind of ['own page 200', 'shared page 200', 'yours 200', 'vote 200', 'log-in 200', 'log-out 303'])
      expect(told[kind], kind).toBeGreaterThan(0)
  })

  test('an imported retraction appears through the cache', async () => {
    const path = papers[100] ?? ''
    const notice = '10.1000/notice-of-this-test'
    const read = async () => (await ask(varnish.origin, { path })).text
    expect(await read()).not.toContain(notice)
    sources.lists['/retraction_watch.csv'] =
      `Record ID,RetractionDate,RetractionDOI,OriginalPaperDOI,RetractionNature,Reason\n1,7/18/2024 0:00,${notice},${dois[100]},Retraction,+Error in Data;\n`
    await runCommand(sync, [], {
      ...environment,
      DATA_DIR: join(folder, 'data'),
      CROSSREF_URL: 'off',
      FORRT_URL: 'off',
      RETRACTION_WATCH_URL: `${sources.url}/retraction_watch.csv`,
    })
    const began = performance.now()
    await expect.poll(read).toContain(notice)
    say(`the retraction was shown ${Math.round(performance.now() - began)} ms after its import had ended`)
  })

  test('with the site killed, readers get stale pages, including old and purged ones', async () => {
    await warm(varnish.origin)
    await warm(forgetful.origin)
    await product.kill()
    await fetch(varnish.origin, { method: 'PURGE', headers: { 'surrogate-key': 'papers' } })
    const age = async () => Number((await ask(forgetful.origin, { path: papers.at(-1) ?? '' })).headers.age)
    await expect.poll(age).toBeGreaterThan(1)
    const told: Record<string, number> = {}
    for (const { origin } of [varnish, forgetful])
      await together(10_000, atOnce, async number => {
        const path = papers[number % papers.length] ?? ''
        const { status, text } = await ask(origin, { path })
        const name = `${status}${text.includes('data-page="paper"') ? '' : ' without a paper'}`
        told[name] = (told[name] ?? 0) + 1
      })
    say(`with the site killed: ${JSON.stringify(told)}`)
    expect(told).toEqual({ 200: 20_000 })
  })
})
