import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser, see } from '@corroborate/server-kit/testing/browser'
import type { Browser } from '@playwright/test'
import { build } from 'vite'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Installed, packAndInstall } from '../scripts/pack-and-install.ts'
import { type RunningSite, runSite } from '../site/testing/index.ts'

// The installed package in a bundled page, against a site with its starter corpus.

const folder = mkdtempSync(join(tmpdir(), 'corroborate-embed-'))
const retracted = '10.1016/s0140-6736(97)11096-0'
let site: RunningSite
let browser: Browser
let installed: Installed

beforeAll(async () => {
  site = await runSite(join(folder, 'data'))
  installed = await packAndInstall('embed', folder)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Bundles a page's own code, as its author would. */
const bundled = async (code: string): Promise<string> => {
  const entry = join(installed.folder, 'page.js')
  writeFileSync(entry, code)
  const outDir = join(installed.folder, 'bundled')
  const lib = { entry, formats: ['iife' as const], name: 'page', fileName: () => 'page.js' }
  await build({ configFile: false, logLevel: 'warn', root: installed.folder, publicDir: false, build: { outDir, lib } })
  return readFileSync(join(outDir, 'page.js'), 'utf8')
}

test('the package is one module with its types', () => {
  expect(installed.files).toEqual(['LICENSE', 'README.md', 'dist/index.js', 'index.d.ts', 'package.json'])
})

test('a page that bundles the package marks its DOIs, even when loaded in the head', async () => {
  const script = await bundled(
    `import { showBadges } from '@corroborate/embed'; showBadges({ site: '${site.origin}/', mark: true })`,
  )
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js'
    response.writeHead(200, { 'Content-Type': isScript ? 'text/javascript' : 'text/html; charset=utf-8' })
    response.end(
      isScript
        ? script
        : `<!doctype html><title>A page</title><script src="/page.js"></script><p>${retracted} and 10.5555/12345678</p>`,
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const page = await browser.newPage()
  onTestFinished(async () => {
    await page.close()
    server.close()
    server.closeAllConnections()
  })
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(String(error)))
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await see(page.locator('corroborate-badge a')).toHaveText(['Retracted 2010'])
  await see(page.locator('corroborate-badge a')).toHaveAttribute('href', `${site.origin}/${retracted}`)
  expect(complaints).toEqual([])
})

test('the package can be imported without a DOM and rejects an invalid site URL', async () => {
  const { showBadges } = (await import(
    join(installed.folder, 'node_modules/@corroborate/embed/dist/index.js')
  )) as typeof import('./index.d.ts')
  expect(() => showBadges({ site: 'corroborate.example' })).toThrow(TypeError)
})
