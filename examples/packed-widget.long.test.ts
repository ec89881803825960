import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, extname, join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { see } from '@corroborate/server-kit/testing/browser'
import { freePort } from '@corroborate/server-kit/testing/server'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type PackedPackage, packPackages } from '../scripts/release/index.ts'
import { openStage, type Stage } from './testing/index.ts'

// The published packages: installed by npm into empty Vite, Next.js and Astro projects, built with their bundlers, and used to sign in from
// a browser; also the plain script and the element on a plain page. `npm run test:long -- packed-widget`; needs the npm registry.

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'packed-widget-'))
const here = import.meta.dirname
// biome-ignore lint/style/noProcessEnv: what programs of others are started with
const processEnvironment = process.env
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

const { dependencies: examplesUse } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
const { devDependencies: siteUses } = JSON.parse(readFileSync(join(here, '../site/package.json'), 'utf8'))
const vite = { vite: siteUses.vite, '@vitejs/plugin-react': siteUses['@vitejs/plugin-react'] }
const react19 = { react: examplesUse.react, 'react-dom': examplesUse['react-dom'] }
const react18 = { react: '18.3.1', 'react-dom': '18.3.1' }

/** An empty project with the two packages and these, as npm installs it. */
const installInto = async (name: string, dependencies: object, sources: Readonly<Record<string, string>>) => {
  const project = join(folder, name)
  const packages = {
    '@corroborate/widget': `file:${fileOf('@corroborate/widget')}`,
    '@corroborate/wire': `file:${fileOf('@corroborate/wire')}`,
  }
  const manifest = { private: true, type: 'module', dependencies: { ...dependencies, ...packages } }
  const all = { 'package.json': JSON.stringify(manifest), ...sources }
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(project, file)), { recursive: true })
    writeFileSync(join(project, file), text)
  }
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: project })
  return project
}

/** Runs a program of a project, with the pinned Node, and not as in a test: a bundler would take JSX for React's development form. */
const node = (project: string, ...words: string[]) =>
  run(process.execPath, [join(project, 'node_modules', words[0] ?? ''), ...words.slice(1)], {
    cwd: project,
    env: { ...processEnvironment, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' },
  })

/** Starts the server that was built, on a port of its own that the provider lets in, and stops it after the test. */
const start = async (project: string, words: (port: number) => readonly string[]): Promise<string> => {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const server = spawn(process.execPath, words(port), {
    cwd: project,
    env: { ...processEnvironment, HOST: 'localhost', PORT: String(port), NODE_ENV: 'production' },
    stdio: 'ignore',
  })
  onTestFinished(async () => {
    if (server.exitCode !== null) return
    server.kill()
    await once(server, 'exit')
  })
  await expect
    .poll(async () => (await fetch(origin).catch(() => null))?.status ?? 0, { timeout: 60_000, interval: 200 })
    .toBe(200)
  return origin
}

const projectFor = async (origin: string, publicToken: string): Promise<void> =>
  void (await stage.identity('project', 'set', publicToken, '--allow-origin', stage.origin, '--allow-origin', origin))

const config = `{ products: ['otp'], otpOptions: { methods: ['email'] } }`

/** The application that the package's page shows. */
const app = (publicToken: string) => `'use client'
  import { createHeadlessClient } from '@corroborate/widget/client'
  import { SignIn, SignInProvider, useUser } from '@corroborate/widget/react'
  const client = createHeadlessClient('${publicToken}', { baseUrl: '${stage.provider}' })
  const config = ${config}
  const Account = () => {
    const user = useUser()
    return user === null ? <SignIn config={config} /> : <p>Hello {user.emails[0]?.email}</p>
  }
  export default function App() {
    return <SignInProvider value={client}><Account /></SignInProvider>
  }`

const greets = async (origin: string, email: string): Promise<void> => {
  const { page, complaints } = await stage.visitor()
  await page.goto(origin)
  await signInByCode(page, email)
  await see(page.getByText(`Hello ${email}`)).toBeVisible()
  expect(complaints).toEqual([])
}

test.each([
  ['React 19', react19],
  ['React 18', react18],
])('a Vite project with %s installs the package, builds, and signs in', async (name, react) => {
  const { publicToken } = await stage.newProject()
  const project = await installInto(
    name.replace(' ', '-').toLowerCase(),
    { ...react, ...vite },
    {
      'index.html': `<!doctype html><html lang="en"><head><title>Vite</title><link rel="icon" href="data:,"></head>
      <body><div id="root"></div><script type="module" src="/main.jsx"></script></body></html>`,
      'vite.config.js': `import react from '@vitejs/plugin-react'
      export default { plugins: [react()] }`,
      'app.jsx': app(publicToken),
      'main.jsx': `import { StrictMode } from 'react'
      import { createRoot } from 'react-dom/client'
      import App from './app.jsx'
      createRoot(document.getElementById('root')).render(<StrictMode><App /></StrictMode>)`,
    },
  )
  await node(project, 'vite/bin/vite.js', 'build')
  for (const file of readdirSync(join(project, 'dist'), { recursive: true }).map(String)) {
    const type = types[extname(file)]
    if (type === undefined) continue
    const body = readFileSync(join(project, 'dist', file), 'utf8')
    stage.serve(file === 'index.html' ? '/' : `/${file}`, { type, body })
  }
  await greets(stage.origin, `${name.replace(' ', '-').toLowerCase()}@example.org`)
})

test('Vite renders the form on the server and hydrates it in the browser', async () => {
  const { publicToken } = await stage.newProject()
  const project = await installInto(
    'vite-ssr',
    { ...react19, ...vite },
    {
      'index.html': `<!doctype html><html lang="en"><head><title>Vite</title><link rel="icon" href="data:,"></head>
      <body><div id="root"><!--app--></div><script type="module" src="/browser.jsx"></script></body></html>`,
      'vite.config.js': `import react from '@vitejs/plugin-react'
      export default { plugins: [react()] }`,
      'app.jsx': app(publicToken),
      'browser.jsx': `import { hydrateRoot } from 'react-dom/client'
      import App from './app.jsx'
      hydrateRoot(document.getElementById('root'), <App />)`,
      'server.jsx': `import { renderToString } from 'react-dom/server'
      import { defineSignInElement } from '@corroborate/widget'
      import '@corroborate/widget/element'
      import App from './app.jsx'
      defineSignInElement()
      export const render = () => renderToString(<App />)`,
      'serve.js': `import { readFileSync } from 'node:fs'
      import { createServer } from 'node:http'
      import { render } from './server-build/server.js'
      createServer((request, response) => {
        if (request.url === '/') {
          response.setHeader('Content-Type', 'text/html')
          return response.end(readFileSync('dist/index.html', 'utf8').replace('<!--app-->', render()))
        }
        response.setHeader('Content-Type', 'text/javascript')
        response.end(readFileSync('dist' + request.url))
      }).listen(process.env.PORT)`,
    },
  )
  await node(project, 'vite/bin/vite.js', 'build')
  await node(project, 'vite/bin/vite.js', 'build', '--ssr', 'server.jsx', '--outDir', 'server-build')
  const origin = await start(project, () => ['serve.js'])
  await projectFor(origin, publicToken)
  expect(await (await fetch(origin)).text()).toContain('Sign up or log in')
  await greets(origin, 'vite-ssr@example.org')
})

test('Next.js (App Router) renders the form in a server component and in a client component', async () => {
  const { publicToken } = await stage.newProject()
  const project = await installInto(
    'next',
    { ...react19, next: '16.4.6' },
    {
      'app/layout.jsx': `export default function Layout({ children }) {
      return <html lang="en"><head><link rel="icon" href="data:," /></head><body>{children}</body></html>
    }`,
      // As docs/embedding.md has it: a server component, which also imports the other entries.
      'app/direct/page.jsx': `import { defineSignInElement } from '@corroborate/widget'
      import '@corroborate/widget/element'
      import { SignIn } from '@corroborate/widget/react'
      defineSignInElement()
      export default function Page() {
        return <SignIn publicToken="${publicToken}" baseUrl="${stage.provider}" config={${config}} />
      }`,
      'app/account.jsx': app(publicToken),
      'app/page.jsx': `import Account from './account.jsx'
      export default function Page() { return <Account /> }`,
    },
  )
  await node(project, 'next/dist/bin/next', 'build')
  const origin = await start(project, port => ['node_modules/next/dist/bin/next', 'start', '-p', String(port)])
  await projectFor(origin, publicToken)
  expect(await (await fetch(`${origin}/direct`)).text()).toContain('Sign up or log in')
  await greets(origin, 'next@example.org')
  const { page, complaints } = await stage.visitor()
  await page.goto(`${origin}/direct`)
  await signInByCode(page, 'next-direct@example.org')
  await see(page.getByText('Your passcode has been successfully verified.')).toBeVisible()
  expect(complaints).toEqual([])
})

test('Astro renders the component on the server and the custom element in the browser', async () => {
  const { publicToken } = await stage.newProject()
  const versions = { astro: '7.3.5', '@astrojs/react': '7.0.0', '@astrojs/node': '11.1.6' }
  const project = await installInto(
    'astro',
    { ...react19, ...versions },
    {
      'astro.config.mjs': `import node from '@astrojs/node'
      import react from '@astrojs/react'
      export default { output: 'server', integrations: [react()], adapter: node({ mode: 'standalone' }) }`,
      'src/pages/_app.jsx': app(publicToken),
      'src/pages/index.astro': `---
import App from './_app.jsx'
---
<html lang="en"><head><title>Astro</title><link rel="icon" href="data:," /></head><body><App client:load /></body></html>`,
      'src/pages/element.astro': `---
import '@corroborate/widget/element'
---
<html lang="en"><head><title>Astro</title><link rel="icon" href="data:," /></head><body>
<sign-in-widget public-token="${publicToken}" base-url="${stage.provider}" config='{ "products": ["otp"], "otpOptions": { "methods": ["email"] } }'></sign-in-widget>
<script>import '@corroborate/widget/element'</script></body></html>`,
    },
  )
  await node(project, 'astro/bin/astro.mjs', 'build')
  const origin = await start(project, () => ['dist/server/entry.mjs'])
  await projectFor(origin, publicToken)
  await greets(origin, 'astro@example.org')
  const { page, complaints } = await stage.visitor()
  await page.goto(`${origin}/element`)
  await signInByCode(page, 'astro-element@example.org')
  await see(page.getByText('Your passcode has been successfully verified.')).toBeVisible()
  expect(complaints).toEqual([])
})

test('the packaged script, pinned by its hash, and its custom element sign in on a plain page', async () => {
  const script = join(folder, 'react-19/node_modules/@corroborate/widget/dist/script')
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
