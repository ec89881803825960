import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, describe, expect, onTestFinished } from 'vitest'
import { identityUnderTest } from '../../testing/index.ts'
import { widgetFiles } from './widget-files.ts'

const script = `/* ${'x'.repeat(600)} */`

const test = base.extend('place', () => {
  const root = mkdtempSync(join(tmpdir(), 'widget-files-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const folder = join(root, 'dist')
  let builds = 0
  return {
    ask: (path: string, headers: Record<string, string> = {}) => served.request(path, { headers }),
    build: (files: Record<string, string>) => {
      mkdirSync(folder, { recursive: true })
      for (const [name, content] of Object.entries({ 'sdk.json': '{}', 'built-from': 'secret', ...files }))
        writeFileSync(join(folder, name), content)
      const time = 1_000 + ++builds
      utimesSync(join(folder, 'sdk.json'), time, time)
    },
    folder,
  }
})
let served = widgetFiles('/nowhere')
test.beforeEach(({ place }) => {
  served = widgetFiles(place.folder)
})

describe('widget script', () => {
  test('the script is served to pages of any origin', async ({ place }) => {
    place.build({ 'widget.js': script })
    const answer = await place.ask('/widget.js', { Origin: 'https://elsewhere.example' })
    expect(await answer.text()).toBe(script)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'timing-allow-origin': '*',
      'cache-control': expect.stringContaining('max-age=300'),
    })
  })

  test('the script is revalidated with an ETag', async ({ place }) => {
    place.build({ 'widget.js': script })
    const etag = (await place.ask('/widget.js')).headers.get('ETag') ?? ''
    const again = await place.ask('/widget.js', { 'If-None-Match': etag })
    expect(again.status).toBe(304)
    expect(again.headers.get('Access-Control-Allow-Origin')).toBe('*')
  })

  test.for(['br', 'gzip'])('the script is compressed with %s', async (encoding, { place }) => {
    place.build({ 'headless.mjs': script })
    const answer = await place.ask('/headless.mjs', { 'Accept-Encoding': encoding })
    expect(answer.headers.get('Content-Encoding')).toBe(encoding)
  })

  test.for(['strings-de-0123456789ab.json', 'strings-account-de-0123456789ab.json'])(
    'the script’s translations are served next to it: %s',
    async (file, { place }) => {
      place.build({ [file]: '{"main":{}}' })
      const answer = await place.ask(`/${file}`, { Origin: 'https://elsewhere.example' })
      expect(await answer.json()).toEqual({ main: {} })
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect(answer.headers.get('Cache-Control')).toContain('immutable')
    },
  )

  test('the code of products is served next to the script', async ({ place }) => {
    place.build({ 'product-otp-0123456789ab.mjs': script })
    const answer = await place.ask('/product-otp-0123456789ab.mjs?1', { Origin: 'https://elsewhere.example' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(answer.headers.get('Cache-Control')).toContain('immutable')
  })

  test('the content-hashed script is cached for a year', async ({ place }) => {
    place.build({ 'widget-0123456789ab.js': script })
    const answer = await place.ask('/widget-0123456789ab.js')
    expect(answer.headers.get('Cache-Control')).toContain('immutable')
  })

  test('a build replaces the served script', async ({ place }) => {
    place.build({ 'widget.js': 'old' })
    expect(await (await place.ask('/widget.js')).text()).toBe('old')
    // A build that has not yet written its list is not over.
    writeFileSync(join(place.folder, 'widget.js'), 'half')
    expect(await (await place.ask('/widget.js')).text()).toBe('old')
    place.build({ 'widget.js': 'new' })
    expect(await (await place.ask('/widget.js')).text()).toBe('new')
  })
})

describe('missing widget files', () => {
  test('a missing build returns an explanation', async ({ place }) => {
    const answer = await place.ask('/widget.js')
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('npm run build')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
  })

  test('a script of an outdated build returns an explanation', async ({ place }) => {
    place.build({ 'widget.js': script })
    const answer = await place.ask('/widget-ffffffffffff.js')
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('/sdk.json')
  })

  test.for(['/built-from', '/widget.js.br', '/..%2Fsecret', '/widget.css'])(
    '%s returns 404',
    async (path, { place }) => {
      place.build({ 'widget.js': script, 'widget.js.br': 'x', 'widget.css': 'x' })
      expect((await place.ask(path)).status).toBe(404)
    },
  )
})

test('the provider serves widget scripts next to its API', async () => {
  const { app } = await identityUnderTest()
  const answer = await app.request('/sdk.json')
  // This feature responds to any origin, even without a build.
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(answer.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
})
