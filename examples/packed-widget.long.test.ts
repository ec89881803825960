import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { see } from '@corroborate/server-kit/testing/browser'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PackedPackage, packPackages } from '../scripts/release/index.ts'
import { openStage, type Stage } from './testing/index.ts'

// The packages as others have them: installed by npm into an empty project, built by its own bundler, and signed in with in a
// browser; and the plain script and the element on a plain page. `npm run test:long -- packed-widget`; npm asks its registry.

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'packed-widget-'))
const here = import.meta.dirname
let stage: Stage
let packed: readonly PackedPackage[]

beforeAll(async () => {
  packed = await packPackages(join(folder, 'packed'))
  stage = await openStage()
}, 600_000)
afterAll(async () => {
  await stage?.close()
  rmSync(folder, { recursive: true, force: true })
})

const fileOf = (name: string): string => packed.find(one => one.name === name)?.file ?? ''

const signInByCode = async (page: Page, email: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Continue with email' }).click()
  await see(page.getByRole('textbox', { name: 'Passcode' })).toBeFocused()
  await page.keyboard.type((await stage.mail(email)).code ?? '')
}

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** What somebody writes who has read the page of the package. */
const sources = {
  'index.html': `<!doctype html><html lang="en"><head><title>Vite</title><link rel="icon" href="data:,"></head>
    <body><div id="root"></div><script type="module" src="/main.jsx"></script></body></html>`,
  'vite.config.js': `import react from '@vitejs/plugin-react'
    export default { plugins: [react()] }`,
  'main.jsx': `import { createHeadlessClient } from '@corroborate/widget/client'
    import { SignIn, SignInProvider, useUser } from '@corroborate/widget/react'
    import { StrictMode } from 'react'
    import { createRoot } from 'react-dom/client'
    const client = createHeadlessClient(import.meta.env.VITE_PUBLIC_TOKEN, { baseUrl: import.meta.env.VITE_PROVIDER })
    const config = { products: ['otp'], otpOptions: { methods: ['email'] } }
    const App = () => {
      const user = useUser()
      return user === null ? <SignIn config={config} /> : <p>Hello {user.emails[0]?.email}</p>
    }
    createRoot(document.getElementById('root')).render(
      <StrictMode><SignInProvider value={client}><App /></SignInProvider></StrictMode>
    )`,
}

test('an empty project of Vite and React 19 installs it, builds, and signs somebody in', async () => {
  const project = join(folder, 'project')
  mkdirSync(project)
  for (const [file, text] of Object.entries(sources)) writeFileSync(join(project, file), text)
  const { devDependencies } = JSON.parse(readFileSync(join(here, '../site/package.json'), 'utf8'))
  const { dependencies: ours } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
  const manifest = {
    private: true,
    type: 'module',
    dependencies: {
      react: ours.react,
      'react-dom': ours['react-dom'],
      '@corroborate/widget': `file:${fileOf('@corroborate/widget')}`,
      '@corroborate/wire': `file:${fileOf('@corroborate/wire')}`,
    },
    devDependencies: { vite: devDependencies.vite, '@vitejs/plugin-react': devDependencies['@vitejs/plugin-react'] },
  }
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest))
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: project })

  const { publicToken } = await stage.newProject()
  writeFileSync(join(project, '.env'), `VITE_PUBLIC_TOKEN=${publicToken}\nVITE_PROVIDER=${stage.provider}\n`)
  await run(process.execPath, [join(project, 'node_modules/vite/bin/vite.js'), 'build'], { cwd: project })

  for (const file of readdirSync(join(project, 'dist'), { recursive: true }).map(String)) {
    const type = types[extname(file)]
    if (type === undefined) continue
    const body = readFileSync(join(project, 'dist', file), 'utf8')
    stage.serve(file === 'index.html' ? '/' : `/${file}`, { type, body })
  }
  const { page, complaints } = await stage.visitor()
  await page.goto(stage.origin)
  await signInByCode(page, 'vite@example.org')
  await see(page.getByText('Hello vite@example.org')).toBeVisible()
  expect(complaints).toEqual([])
})

test('the plain script of the package, pinned by its hash, and its element sign somebody in on a plain page', async () => {
  const script = join(folder, 'project/node_modules/@corroborate/widget/dist/script')
  const pinned = JSON.parse(readFileSync(join(script, 'integrity.json'), 'utf8'))
  const { publicToken } = await stage.newProject()
  stage.serve('/widget.js', { type: 'text/javascript', body: readFileSync(join(script, 'widget.js'), 'utf8') })
  const pageWith = (integrity: string): string => `<!doctype html><title>Plain</title>
    <script src="/widget.js" integrity="${integrity}" crossorigin="anonymous" defer></script>
    <sign-in-widget public-token="${publicToken}" base-url="${stage.provider}"
      config='{ "products": ["otp"], "otpOptions": { "methods": ["email"] } }'></sign-in-widget>
    <output></output>
    <script>addEventListener('sign-in-event', event => {
      if (/AUTHENTICATE/i.test(event.detail.type)) document.querySelector('output').textContent = event.detail.type
    })</script>`
  stage.serve('/plain', { body: pageWith(pinned['widget.js'].integrity) })
  stage.serve('/other', { body: pageWith(pinned['headless.js'].integrity) })

  const { page, complaints } = await stage.visitor()
  await page.goto(`${stage.origin}/plain`)
  await signInByCode(page, 'plain@example.org')
  await see(page.locator('output')).toHaveText(/AUTHENTICATE/i)
  expect(complaints).toEqual([])

  // Another script than the one that was pinned is not run.
  const refused = await stage.visitor()
  await refused.page.goto(`${stage.origin}/other`)
  await see.poll(() => refused.complaints.join()).toMatch(/integrity/)
  await see(refused.page.getByRole('textbox')).toHaveCount(0)
})
