import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { openBrowser, see } from '@corroborate/server-kit/testing/browser'
import { serve } from '@hono/node-server'
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { samplePapers } from '../testing/index.ts'
import { alive } from '../testing/slow-scripts.ts'

let folder: string
let browser: Browser
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dev-'))
  const root = join(import.meta.dirname, '../..')
  await cp(join(root, 'site'), join(folder, 'site'), {
    recursive: true,
    filter: from => !['dist', 'node_modules'].includes(basename(from)),
  })
  // The styles that the site has in common with the provider.
  await cp(join(root, 'server-kit/page'), join(folder, 'server-kit/page'), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await rm(folder, { recursive: true, force: true })
})

test('editing an island hot-reloads it with its state', async () => {
  const { createDevRenderer } = (await import(
    join(folder, 'site/app/dev-renderer.ts')
  )) as typeof import('./dev-renderer.ts')
  const { renderer, inFrontOf, close } = await createDevRenderer()
  const paper = samplePapers['nothing-known']
  if (paper === undefined) throw new Error('There is no such sample.')
  const vote = { doi: paper.doi, action: `${paper.path}/vote`, votes: paper.votes }
  const { paperPage } = await import('../paper/papers/index.ts')
  const html = () =>
    renderer.render(paperPage, { ...paper, sections: { vote } }, { nonce: 'once', head: { title: 'Paper' } })
  const app = inFrontOf({ fetch: () => new Response(html(), { headers: { 'content-type': 'text/html' } }) })
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server
  try {
    if (!server.listening) await once(server, 'listening')
    const page = await browser.newPage()
    // Which is never answered: the vote that is shown is state of the page.
    await page.route(/\/vote\?/, () => {})
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await alive(page)
    await page.getByRole('button', { name: 'Reliable', exact: true }).click()
    await see(page.getByText('Thanks!')).toBeVisible()
    await page.evaluate(() => Object.assign(globalThis, { isTheSamePage: true }))

    const file = join(folder, 'site/readers/votes/VoteBox.tsx')
    await writeFile(file, (await readFile(file, 'utf8')).replace("'Not reliable'", "'Not so reliable'"))
    const edited = page.getByRole('button', { name: 'Not so reliable' })
    await see(edited).toBeVisible()
    await see(page.getByText('Thanks!')).toBeVisible()
    expect(await page.evaluate(() => Reflect.get(globalThis, 'isTheSamePage'))).toBe(true)
  } finally {
    server.close()
    await close()
  }
})
