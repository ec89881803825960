import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { openBrowser, see } from '@corroborate/server-kit/testing/browser'
import { freePort, runCommand } from '@corroborate/server-kit/testing/server'
import { expect, onTestFinished, test } from 'vitest'
import { readMailbox, runIdentity } from '../testing/index.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(repository, path), 'utf8')
const guide = read('docs/identity.md')
const pageName = 'embedding-the-provider.html'

/** The first block of code of a language after a heading. */
const codeAfter = (heading: string, language: string): string => {
  const section = guide.slice(guide.indexOf(heading))
  return new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(section)?.[1]?.trim() ?? ''
}

test('following the documentation signs in on a custom page and authenticates in a backend', async () => {
  const folder = mkdtempSync(join(repository, 'identity/conformance/.embedding-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const dataDir = mkdtempSync(join(tmpdir(), 'identity-embedding-'))
  const port = await freePort()
  const provider = await runIdentity(dataDir)
  onTestFinished(async () => {
    await provider.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  // The document's addresses are those of a machine where nothing else runs; these are free on this one.
  const here = (text: string): string =>
    text
      .replaceAll('http://localhost:5001', provider.origin)
      .replaceAll('http://localhost:8080', `http://localhost:${port}`)

  const command = here(codeAfter('## 1.', 'sh'))
  const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')
  expect(words.slice(0, 4)).toEqual(['npm', 'run', 'identity', '--'])
  const cli = join(repository, 'identity/cli.ts')
  const stdout = await runCommand(cli, [...words.slice(4), '--json'], { DATA_DIR: dataDir })
  const project = JSON.parse(stdout) as { project_id: string; public_token: string }

  const page = here(read(`docs/${pageName}`)).replace('PUBLIC_TOKEN', project.public_token)
  expect(page.trimEnd().split('\n')).toHaveLength(28)
  const pages = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(page)).listen(port)
  onTestFinished(() => void pages.close())
  const browser = await openBrowser()
  onTestFinished(() => browser.close())
  const visitor = await browser.newPage()
  await visitor.goto(`http://localhost:${port}/${pageName}`)
  await visitor.getByLabel('Email').fill('ada@example.org')
  await visitor.getByRole('button', { name: 'Send me a link' }).click()
  await see(visitor.getByRole('status')).toHaveText('Check your email.')

  const asked = { app: { request: (url: string) => fetch(url) }, settings: { identity: { origin: provider.origin } } }
  const [mail] = await readMailbox(asked, 'ada@example.org')
  await visitor.goto(mail.links[0] ?? '')
  await see(visitor.getByRole('status')).toHaveText('Signed in as ada@example.org.')
  expect(visitor.url()).not.toContain('token')

  const jwt = await visitor.evaluate(() => sessionStorage.getItem('jwt'))
  const backend = join(folder, 'backend.js')
  writeFileSync(backend, here(codeAfter('## 3.', 'js')).replace('PROJECT_ID', project.project_id))
  const { userOf } = (await import(pathToFileURL(backend).href)) as { userOf: (jwt: string) => Promise<string> }
  expect(await userOf(jwt ?? '')).toMatch(/^user-test-/)
  await expect(userOf(`${jwt?.slice(0, -8)}AAAAAAAA`)).rejects.toThrow()

  // A used link shows an error message.
  await visitor.goto(mail.links[0] ?? '')
  await see(visitor.getByRole('status')).not.toHaveText(/^$|Signed in/)
})
