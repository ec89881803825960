import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type RunningSite, runSite } from '../../testing/index.ts'
import { type ApiExample, type ExampleLanguage, namedSchemas } from '../api/index.ts'
import { answerOf, examplesOf } from './api-page-model.ts'
import { apiCalls } from './routes.ts'

const run = promisify(execFile)

const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-api-'))
let site: RunningSite
let document: Record<string, Record<string, Record<string, unknown>>>
let ajv: Ajv2020

beforeAll(async () => {
  site = await runSite(dataDir)
  // Without its picture of the progress, which has another form each time that an answer takes seconds.
  writeFileSync(join(dataDir, '.curlrc'), 'silent\nshow-error\n')
  document = await (await fetch(`${site.origin}/api/v1/openapi.json`)).json()
  ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'api')
})
afterAll(async () => {
  await site?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The schema that the document gives for an answer. */
const schemaOf = (path: string, method: string, status: number, type: string): { $ref: string } => {
  const operation = document.paths?.[path]?.[method] as {
    responses: Record<string, { content: Record<string, { schema: { $ref: string } }> }>
  }
  const schema = operation.responses[status]?.content[type]?.schema
  if (schema === undefined) throw new Error(`${method} ${path} says nothing of ${status} ${type}`)
  return schema
}

/** Sends a request and validates the response against the document, including for undocumented fields. */
const ask = async (template: string, path: string, body?: object) => {
  const sent = body && { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
  const answer = await fetch(`${site.origin}/api/v1${path}`, sent)
  const json = await answer.json()
  const type = (answer.headers.get('Content-Type') ?? '').split(';')[0] ?? ''
  const { $ref } = schemaOf(template, body === undefined ? 'get' : 'post', answer.status, type)
  const isRight = ajv.compile({ $ref: `api${$ref}` })
  expect(isRight(json), `${path}: ${JSON.stringify(isRight.errors)}`).toBe(true)
  expect(strictly($ref.split('/').at(-1) ?? '', json), path).toEqual([])
  return { status: answer.status, headers: answer.headers, json }
}

/** Returns the response's differences from a named schema. */
const strictly = (id: string, json: unknown): string[] => {
  const { schemas } = z.toJSONSchema(namedSchemas, { uri: id => `strict#/$defs/${id}`, io: 'output' })
  const strict = new Ajv2020({ strict: false })
  addFormats.default(strict)
  const defs = Object.fromEntries(Object.entries(schemas).map(([id, { $id: _, ...schema }]) => [id, schema]))
  strict.addSchema({ $id: 'strict', $defs: defs })
  const isRight = strict.compile({ $ref: `strict#/$defs/${id}` })
  return isRight(json) ? [] : (isRight.errors ?? []).map(error => JSON.stringify(error))
}

const papers = [
  '10.1126/science.aac4716',
  '10.1016/S0140-6736(97)11096-0',
  '10.1016/s0140-6736(20)31180-6',
  '10.1016/s0140-6736(20)31290-3',
  '10.48550/arXiv.1706.03762',
]

describe('running site', () => {
  test.each(papers)('%s responses match the documentation, singly and in a batch', async doi => {
    const alone = await ask('/papers/{doi}', `/papers/${doi}`)
    expect([alone.status, alone.headers.get('Set-Cookie')]).toEqual([200, null])
    // The notice has no record here and is known only as another paper's notice.
    expect(alone.json.metadata === null && alone.json.status.key === 'nothing-found').toBe(false)
    const { json } = await ask('/papers:batchGet', '/papers:batchGet', { dois: [doi, 'nothing', '10.1234/unknown'] })
    expect(json.papers).toEqual([alone.json])
    expect(json.requested).toEqual([doi])
    expect(json.not_found).toEqual(['nothing', '10.1234/unknown'])
    expect(json.problems).toMatchObject([{ requested: 'nothing', problem: { status: 400 } }])
  })

  test.each([
    ['/papers/{doi}', '/papers/10.1234/unknown', 404],
    ['/papers/{doi}', '/papers/hello', 400],
    ['/search', '/search?q=attention+is+all+you+need', 200],
    ['/search', '/search?q=978-3-16-148410-0', 200],
    ['/search', '/search', 400],
    ['/events', '/events', 200],
    ['/events', '/events?since=x', 400],
    ['/reports/{hash}', `/reports/${'0'.repeat(64)}`, 404],
    ['/ranges', '/ranges', 200],
    ['/docmaps/{doi}', '/docmaps/10.1037/0022-3514.54.5.768', 200],
    ['/docmaps/{doi}', '/docmaps/10.48550/arXiv.1706.03762', 404],
    ['/docmaps/{doi}', '/docmaps/10.1234/unknown', 404],
    ['/docmaps/{doi}', '/docmaps/10.48550/arxiv.1706.03762?x=1', 400],
    ['/linksets/{page}', '/linksets/10.1037/0022-3514.54.5.768', 200],
    ['/linksets/{page}', '/linksets/10.1037/0022-3514.54.5.768/audit/123456789', 404],
    ['/ranges/{prefix}', '/ranges/zz', 400],
  ])('%s: %s returns %i as documented', async (template, path, status) => {
    expect((await ask(template, path)).status).toBe(status)
  })

  test('names the next page of a search in the header that its document describes', async () => {
    const { headers, json } = await ask('/search', '/search?q=power+posing&limit=1')
    expect(headers.get('Link')).toBe(`<${json.next}>; rel="next"`)
    expect(document).toHaveProperty(['paths', '/search', 'get', 'responses', '200', 'headers', 'Link'])
  })

  test('a retraction has date, source and link', async () => {
    const { json } = await ask('/papers/{doi}', '/papers/10.1016/S0140-6736(97)11096-0')
    expect(json.status).toMatchObject({ key: 'retracted', headline: expect.stringMatching(/^Retracted on /) })
    expect(json.events.length).toBeGreaterThan(0)
    for (const fact of [...json.events, ...json.attempts]) expect(fact.source).toMatch(/./)
  })

  test('the ranges together contain every paper once, in the place of its hash', async () => {
    const { json } = await ask('/ranges', '/ranges')
    const prefixes = Array.from({ length: 16 ** json.prefix_length }, (_, n) =>
      n.toString(16).padStart(json.prefix_length, '0'),
    )
    const ranges = await Promise.all(prefixes.map(prefix => ask('/ranges/{prefix}', `/ranges/${prefix}`)))
    const all = ranges.flatMap(({ json }) => json.papers as { doi: string; hash: string }[])
    expect(new Set(all.map(({ doi }) => doi)).size).toBe(all.length)
    expect(all.length).toBeLessThanOrEqual(json.papers)
    expect(all.length / prefixes.length).toBeGreaterThan(4)
    expect(all.map(({ doi }) => doi)).toContain('10.1016/s0140-6736(97)11096-0')
    for (const [index, { headers, json }] of ranges.entries()) {
      expect(headers.get('Cache-Control')).toContain('max-age=10800')
      for (const { hash } of json.papers) expect(hash.startsWith(prefixes[index] ?? '')).toBe(true)
    }
  })

  test('its page and every problem type URL resolve', async () => {
    const { json } = await ask('/papers/{doi}', '/papers/hello')
    const led = await fetch(json.type, { redirect: 'manual' })
    expect([led.status, led.headers.get('Location')]).toEqual([302, '/api#not-a-doi'])
    const page = await fetch(`${site.origin}/api`)
    expect(await page.text()).toContain('id="not-a-doi"')
  })
})

/** True if R and the packages used by its examples are installed. */
const hasR =
  spawnSync('Rscript', ['-e', 'for (each in c("jsonlite", "httr2", "digest")) loadNamespace(each)']).status === 0

/** Where a response differs from an excerpt of it, which leaves out fields and the ends of lists. */
const differences = (response: unknown, excerpt: unknown, at = '$'): string[] => {
  if (typeof excerpt !== 'object' || excerpt === null)
    return response === excerpt ? [] : [`${at} is ${JSON.stringify(response)}`]
  if (typeof response !== 'object' || response === null) return [`${at} is ${JSON.stringify(response)}`]
  const fields = response as Readonly<Record<string, unknown>>
  return Object.entries(excerpt).flatMap(([name, value]) => differences(fields[name], value, `${at}.${name}`))
}

describe('documented API examples', () => {
  const programs: Readonly<Record<ExampleLanguage, readonly string[]>> = {
    curl: ['bash', '-euo', 'pipefail', '-c'],
    JavaScript: [process.execPath, '--input-type=module', '-e'],
    Python: ['python3', '-c'],
    R: ['Rscript', '-e'],
  }
  const shown = apiCalls.flatMap(({ example, ...call }) => (example === null ? [] : [{ ...call, example }]))
  const casesIn = (...languages: ExampleLanguage[]) =>
    shown.flatMap(({ id, example }) => languages.map(language => [id, language, example] as const))

  const works = async (_: string, language: ExampleLanguage, shown: ApiExample) => {
    const example = examplesOf(shown, `${site.origin}/api/v1`).find(each => each.language === language)
    const [program = '', ...options] = programs[language]
    // biome-ignore lint/style/noProcessEnv: what runs an example has the surroundings that a reader's has
    const env = { ...process.env, CURL_HOME: dataDir }
    const { stdout, stderr } = await run(program, [...options, example?.code ?? ''], { env })
    expect(stderr.trim()).toBe('')
    // R writes a list as a table.
    expect(stdout).toMatch(/[{[]|doi/)
  }

  test.each(shown)('$path returns 200 in the documented shape, with the excerpt that the page shows', async call => {
    const { path, body } = call.example
    const { status, json } = await ask(call.path, path, body)
    expect(status).toBe(200)
    expect(differences(json, JSON.parse(answerOf(call.example, site.origin)))).toEqual([])
  })

  test('is on the page, and the page has no other request', async () => {
    const page = await (await fetch(`${site.origin}/api`)).text()
    const links = [...page.matchAll(/href="([^"]+\/api\/v1\/[^"]+)"/g)].map(([, href = '']) =>
      href.replaceAll('&amp;', '&'),
    )
    const requests = shown
      .filter(({ method }) => method === 'get')
      .map(({ example }) => `${site.origin}/api/v1${example.path}`)
    expect(links.filter(href => !href.endsWith('/openapi.json')).toSorted()).toEqual(requests.toSorted())
  })

  test.each(casesIn('curl', 'JavaScript', 'Python'))('the %s example works in %s', works)
  test.skipIf(!hasR).each(casesIn('R'))('%s works in %s, where it is with jsonlite, httr2 and digest', works)
})
