import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { see, sessionCookies } from '@corroborate/server-kit/testing/browser'
import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { bundleSource, openStage, type Project, readBlocks, type Stage } from './testing/index.ts'

/** Runs every code sample in the embedding documentation as written. */
const blocksOf = (file: string) => readBlocks(readFileSync(join(import.meta.dirname, '..', file), 'utf8'))
const blocks = blocksOf('docs/embedding.md')
const readme = blocksOf('widget/package/README.md')

let stage: Stage
let project: Project
beforeAll(async () => {
  stage = await openStage()
  project = await stage.newProject('--allow-redirect', `${stage.origin}/page`)
})
afterAll(() => stage?.close())

/** The code of a section, with the place and the name of a project that is there. */
const code = (section: string, nth = 0): string => {
  const found = blocks.filter(block => block.section === section)[nth]
  if (found === undefined) throw new Error(`There is no ${nth + 1}. piece of code under “${section}”.`)
  return fill(found.code)
}

const fill = (text: string): string =>
  text
    .replaceAll('https://identity.example.org', stage.provider)
    .replaceAll('https://app.example.org/in', `${stage.origin}/page`)
    .replaceAll('PUBLIC_TOKEN', project.publicToken)

const place = '<div id="sign-in"></div>'
const script = (file: string): string => `<script src="${stage.provider}/${file}"></script>`

const open = async (body: string, headers: Record<string, string> = {}) => {
  stage.serve('/page', {
    headers,
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,">
      ${body}`,
  })
  const visitor = await stage.visitor()
  await visitor.page.exposeFunction('newestCode', async (email: string) => (await stage.mail(email)).code)
  await visitor.page.goto(`${stage.origin}/page`)
  return visitor
}

let people = 0
const somebody = () => `reader-${++people}@example.org`
const heading = 'Sign up or log in'

test('every documented code sample has a test', () => {
  expect(blocks.map(({ section, language }) => `${section}: ${language}`)).toEqual([
    '1. Register your page: sh',
    'Script tag: html',
    'Custom element: html',
    'Custom element: js',
    'React: tsx',
    'Headless client: html',
    'Headless client: js',
    '3. Check the session in your backend: ts',
    'Install from npm: sh',
    'Server rendering: tsx',
    'Pin a build: html',
    'Password reset: html',
    'Passkeys: js',
    'The second factor: tsx',
    'The account page: js',
    'The consent page: js',
    'Appearance: css',
    'Content Security Policy: ',
    'Events: ts',
    'A backend on another subdomain: js',
    'A backend on another subdomain: js',
    'Two projects on one host: js',
  ])
  expect(readme.map(({ section, language }) => `${section}: ${language}`)).toEqual([
    '@corroborate/widget: tsx',
    '@corroborate/widget: js',
    'Without a bundler: html',
  ])
})

test('the documented command creates a project', async () => {
  const [line = ''] = code('1. Register your page').trim().split('\n')
  const [npm, run, identity, dashes, ...words] = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare,
  )
  expect([npm, run, identity, dashes]).toEqual(['npm', 'run', 'identity', '--'])
  expect(await stage.identity(...words.filter(word => word !== undefined))).toContain('public-token-')
})

/** Requests a magic link in the form and opens it. */
const signInByLink = async (page: Page, email: string, label = 'Email') => {
  await page.getByLabel(label).fill(email)
  await page.keyboard.press('Enter')
  // Beside notices, of a second factor that was set up, for one.
  let link: string | undefined
  const find = async () => {
    const mails = await stage.mails(email)
    link = mails.flatMap(({ links }) => links).find(url => url.includes('magic_links') && url.includes('token='))
    return link
  }
  await expect.poll(find, { timeout: 20_000 }).toBeDefined()
  await page.goto(link ?? '')
}

/** Creates a user with a password and an authenticator app. */
const withAuthenticator = async (email: string) => {
  const { page } = await open(script('headless.js'))
  const secret = await page.evaluate(`(async () => {
    const client = SignInHeadless.createHeadlessClient('${project.publicToken}')
    const duration = { session_duration_minutes: 5 }
    const { method_id } = await client.otps.email.loginOrCreate('${email}')
    await client.otps.authenticate(await newestCode('${email}'), method_id, duration)
    await client.passwords.resetBySession({ password: '${password}', ...duration })
    const { secret } = await client.totps.create({ expiration_minutes: 10 })
    return secret
  })()`)
  const app = new TOTP({ secret: String(secret) })
  await page.evaluate(`(async () => {
    const client = SignInHeadless.createHeadlessClient('${project.publicToken}')
    await client.totps.authenticate({ totp_code: '${app.generate()}', session_duration_minutes: 5 })
    await client.session.revoke()
  })()`)
  // A code is good once: the one after it, which the provider takes half a minute early.
  return { nextCode: () => app.generate({ timestamp: Date.now() + 30_000 }) }
}
const password = 'quiet-otters-fold-paper'

describe('script tag', () => {
  test('the form emails a magic link, and the link back to the page signs in', async () => {
    const { page, complaints } = await open(code('Script tag'))
    const email = somebody()
    await signInByLink(page, email)
    await see(page.locator('#greeting')).toHaveText(`Hello ${email}`)
    await see(page.locator('#sign-in')).toBeHidden()
    expect(page.url()).toBe(`${stage.origin}/page`)
    await page.reload()
    await see(page.locator('#greeting')).toHaveText(`Hello ${email}`)
    expect(complaints).toEqual([])
  })

  test('the form explains that a used magic link no longer signs in', async () => {
    const { page } = await open(code('Script tag'))
    const email = somebody()
    await signInByLink(page, email)
    await see(page.locator('#greeting')).toHaveText(`Hello ${email}`)
    const other = await stage.visitor()
    await other.page.goto((await stage.mail(email)).links.at(-1) ?? '')
    await see(other.page.getByRole('alert')).toHaveText(/used|expired/)
    await see(other.page.getByLabel('Email')).toBeVisible()
    expect(other.page.url()).toBe(`${stage.origin}/page`)
  })

  const pinned = async (integrity?: string) => {
    const scripts = (await (await fetch(`${stage.provider}/sdk.json`)).json()) as Record<
      string,
      { file: string; integrity: string }
    >
    const { file = '', integrity: right = '' } = scripts['widget.js'] ?? {}
    const tag = code('Pin a build')
      .replace('widget-HASH.js', file)
      .replace('sha256-…', integrity ?? right)
    expect(tag).toContain(file)
    const visitor = await open(tag)
    return { ...visitor, isThere: await visitor.page.evaluate(() => 'SignIn' in window) }
  }

  test('a script URL with the name and hash of a build loads that build', async () => {
    const { isThere, complaints } = await pinned()
    expect(isThere).toBe(true)
    expect(complaints).toEqual([])
  })

  test('a script URL with a mismatched hash loads nothing', async () => {
    const { isThere, complaints } = await pinned(`sha256-${'A'.repeat(43)}=`)
    expect(isThere).toBe(false)
    expect(complaints.join('\n')).toContain('integrity')
  })
})

describe('custom element', () => {
  test('the custom element completes a magic link and notifies the page', async () => {
    const { page, complaints } = await open(code('Custom element'))
    await signInByLink(page, somebody(), 'E-Mail-Adresse')
    await see(page).toHaveTitle('Signed in')
    await see(page.getByText('Sie sind angemeldet.')).toBeVisible()
    expect(complaints).toEqual([])
  })

  test('the custom element from the npm package signs in', async () => {
    const body = await bundleSource({ 'page.tsx': code('Custom element', 1) }, './page.tsx')
    await signInByModule(body)
  })

  test('the custom element as documented in the package README signs in', async () => {
    const body = await bundleSource({ 'page.tsx': fill(readme[1]?.code ?? '') }, './page.tsx')
    await signInByModule(body)
  })

  const signInByModule = async (body: string) => {
    stage.serve('/page.js', { body, type: 'text/javascript' })
    const { page, complaints } = await open(`${place}<script type="module" src="/page.js"></script>`)
    const email = somebody()
    await page.getByLabel('Email').fill(email)
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Passcode' }).fill((await stage.mail(email)).code ?? '')
    await see(page.getByText('Your passcode has been successfully verified.')).toBeVisible()
    expect(complaints).toEqual([])
  }
})

test('the packaged script, served from the page’s own host, signs in', async () => {
  const file = await (await fetch(`${stage.provider}/widget.js`)).text()
  stage.serve('/widget.js', { body: file, type: 'text/javascript' })
  const integrity = `sha256-${createHash('sha256').update(file).digest('base64')}`
  const { page, complaints } = await open(fill(readme[2]?.code ?? '').replace('sha256-…', integrity))
  const email = somebody()
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await see(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  expect(complaints).toEqual([])
})

describe('React page', () => {
  const openApp = async (app: string) => {
    const mount = `import { createRoot } from 'react-dom/client'
      import { App } from './app.tsx'
      createRoot(document.getElementById('sign-in')).render(<App />)`
    const body = await bundleSource({ 'app.tsx': app, 'page.tsx': mount }, './page.tsx')
    stage.serve('/page.js', { body, type: 'text/javascript' })
    return open(`${place}<script type="module" src="/page.js"></script>`)
  }

  test.each([
    ['the document', () => code('React')],
    ['the page of the package', () => fill(readme[0]?.code ?? '')],
  ])('the React page signs in with a password as %s documents, and greets the user', async (_, app) => {
    const { page, complaints } = await openApp(app())
    const email = somebody()
    await page.getByLabel('Email').fill(email)
    await page.keyboard.press('Enter')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await see(page.getByText(`Hello ${email}`)).toBeVisible()
    expect(complaints).toEqual([])
  })

  test('the React page completes a magic link', async () => {
    const { page, complaints } = await openApp(
      code('React').replace("'emailMagicLinks', 'passwords'", "'emailMagicLinks'"),
    )
    const email = somebody()
    await signInByLink(page, email)
    await see(page.getByText(`Hello ${email}`)).toBeVisible()
    expect(complaints).toEqual([])
  })

  test('the React page greets a user with an authenticator app after both factors', async () => {
    const email = somebody()
    const app = await withAuthenticator(email)
    const { page, complaints } = await openApp(code('React'))
    await page.getByLabel('Email').fill(email)
    await page.keyboard.press('Enter')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    const field = page.getByLabel('Code from the app')
    await see(field).toBeVisible()
    await see(page.getByText(`Hello ${email}`)).toHaveCount(0)
    await field.fill(app.nextCode())
    await page.keyboard.press('Enter')
    await see(page.getByText(`Hello ${email}`)).toBeVisible()
    expect(complaints).toEqual([])
  })

  test('the React page renders the form in a server component', async () => {
    const page = code('Server rendering').replace('export default function Page', 'export function App')
    const { page: shown, complaints } = await openApp(page)
    await see(shown.getByLabel('Email')).toBeVisible()
    expect(complaints).toEqual([])
  })
})

test('the script tag greets a user with an authenticator app after both factors', async () => {
  const email = somebody()
  const app = await withAuthenticator(email)
  const { page, complaints } = await open(code('Script tag'))
  await signInByLink(page, email)
  const field = page.getByLabel('Code from the app')
  await see(field).toBeVisible()
  await see(page.locator('#greeting')).toHaveText('')
  await field.fill(app.nextCode())
  await page.keyboard.press('Enter')
  await see(page.locator('#greeting')).toHaveText(`Hello ${email}`)
  expect(complaints).toEqual([])
})

describe('headless client', () => {
  test('the headless client signs in by magic link and asks for a missing second factor', async () => {
    const email = somebody()
    const app = await withAuthenticator(email)
    const { page, complaints } = await open(code('Headless client'))
    await signInByLink(page, email)
    await see(page.locator('#greeting')).toHaveText(`Enter the code of your authenticator app, ${email}`)
    await page.evaluate(`(async () => { ${code('Headless client', 1).replace('123456', app.nextCode())} })()`)
    await see(page.locator('#greeting')).toHaveText(`Hello ${email}`)
    expect(complaints).toEqual([])
  })
})

test('a backend identifies the signed-in user, but not while a second factor is missing', async () => {
  const folder = mkdtempSync(join(import.meta.dirname, '.backend-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const source = code('3. Check the session in your backend').replaceAll('PROJECT_ID', project.projectId)
  writeFileSync(join(folder, 'backend.ts'), source)
  const program = `import { userIdOf } from './backend.ts'; console.log(await userIdOf(process.argv[2]))`
  writeFileSync(join(folder, 'run.ts'), program)
  const asked = (jwt: string) =>
    execFileSync(process.execPath, [join(folder, 'run.ts'), jwt], { encoding: 'utf8' }).trim()

  const email = somebody()
  const app = await withAuthenticator(email)
  const { page } = await open(script('headless.js'))
  const jwts = (await page.evaluate(`(async () => {
    const client = SignInHeadless.createHeadlessClient('${project.publicToken}')
    const duration = { session_duration_minutes: 5 }
    const one = await client.passwords.authenticate({ email: '${email}', password: '${password}', ...duration })
    const both = await client.totps.authenticate({ totp_code: '${app.nextCode()}', ...duration })
    return { user: both.user_id, one: one.session_jwt, both: both.session_jwt }
  })()`)) as { user: string; one: string; both: string }
  expect(asked(jwts.one)).toBe('null')
  expect(asked(jwts.both)).toBe(jwts.user)
  expect(asked(`${jwts.both.slice(0, -4)}AAAA`)).toBe('null')
})

test('the documented files to install are those a release contains', () => {
  expect(code('Install from npm').trim().split('\n')).toEqual([
    'npm run release',
    expect.stringMatching(
      /^npm install \S+\/dist\/corroborate-wire-VERSION\.tgz \S+\/dist\/corroborate-widget-VERSION\.tgz$/,
    ),
  ])
})

test('a password reset email leads to the form for a new password', async () => {
  const { page, complaints } = await open(place + script('widget.js') + code('Password reset'))
  const email = somebody()
  await page.evaluate(
    async ([token, address]) => {
      const { SignIn } = window as unknown as { SignIn: typeof import('../widget/embed/script.ts') }
      const client = SignIn.createHeadlessClient(token)
      await client.passwords.create({
        email: address,
        password: 'quiet-otters-fold-paper',
        session_duration_minutes: 5,
      })
      await client.session.revoke()
      const here = location.origin + location.pathname
      await client.passwords.resetByEmailStart({ email: address, reset_password_redirect_url: here })
    },
    [project.publicToken, email] as const,
  )
  const link = (await stage.mail(email)).links.find(url => url.includes('reset_password'))
  await page.goto(link ?? '')
  await page.getByLabel('Password', { exact: true }).fill('seven-lanterns-by-the-harbour')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await see(page.getByRole('heading', { name: 'Success!' })).toBeVisible()
  expect(page.url()).not.toContain('token')
  expect(complaints).toEqual([])
})

test('the account page shows signed-in users their own data', async () => {
  const { page, complaints } = await open(`<div id="account"></div>${script('widget.js')}`)
  const email = somebody()
  await page.evaluate(
    async ([token, address]) => {
      const { SignIn } = window as unknown as { SignIn: typeof import('../widget/embed/script.ts') }
      const password = 'quiet-otters-fold-paper'
      await SignIn.createHeadlessClient(token).passwords.create({
        email: address,
        password,
        session_duration_minutes: 5,
      })
    },
    [project.publicToken, email] as const,
  )
  await page.addScriptTag({ content: code('The account page') })
  await see(page.getByRole('region', { name: 'Email addresses' }).getByText(email)).toBeVisible()
  await see(page.getByRole('button', { name: 'Delete my account' })).toBeVisible()
  expect(complaints).toEqual([])
})

const mounted = (options: object = {}): string =>
  `SignIn.mountLogin(${JSON.stringify({ elementId: 'sign-in', publicToken: project.publicToken, ...options })})`

test('the authorization page explains what is missing from an application’s request', async () => {
  const { page, complaints } = await open(`<div id="consent"></div>${script('widget.js')}`)
  await page.addScriptTag({ content: code('The consent page') })
  await see(page.getByText('Required parameter is missing')).toBeVisible()
  expect(complaints).toEqual([])
})

test('page CSS changes the look of the form', async () => {
  const style = `<style>${code('Appearance')}</style>`
  const { page } = await open(`${style}${place}${script('widget.js')}<script>${mounted()}</script>`)
  await see(page.getByLabel('Email')).toHaveCSS('border-radius', '999px')
})

test('the documented CSP allows everything the form needs', async () => {
  const policy = code('Content Security Policy').replaceAll('nonce-…', 'nonce-n1').replaceAll('\n', ' ')
  const config = { products: ['otp'], otpOptions: { methods: ['sms', 'email'] } }
  const { page, complaints } = await open(
    `${place}<script nonce="n1" src="${stage.provider}/widget.js"></script>
     <script nonce="n1">${mounted({ nonce: 'n1', config, strings: 'de' })}</script>`,
    { 'Content-Security-Policy': policy },
  )
  await see(page.locator('.siw')).toHaveCSS('width', '400px')
  await page.getByLabel('Telefonnummer').fill('2015550123')
  await page.keyboard.press('Enter')
  await see(page.getByRole('textbox', { name: 'Code' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('callbacks receive the provider’s responses by event type', async () => {
  const run = `import { mountLogin } from '@corroborate/widget'
    import { callbacks } from './callbacks.tsx'
    const config = { products: ['otp'], otpOptions: { methods: ['email'] } } as const
    mountLogin({ elementId: 'sign-in', publicToken: '${project.publicToken}', baseUrl: '${stage.provider}', config, callbacks })`
  const body = await bundleSource({ 'callbacks.tsx': code('Events'), 'page.tsx': run }, './page.tsx')
  stage.serve('/page.js', { body, type: 'text/javascript' })
  const { page } = await open(`${place}<script type="module" src="/page.js"></script>`)
  const said = page.waitForEvent('console')
  const email = somebody()
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Passcode' }).fill((await stage.mail(email)).code ?? '')
  expect((await said).text()).toMatch(/^user-/)
})

test('a backend on another subdomain receives the cookies', async () => {
  const app = 'https://app.example.org'
  await stage.identity('project', 'set', project.publicToken, '--allow-origin', app)
  const { page } = await stage.visitor()
  // On an HTTPS page, because browsers block its requests to a provider without HTTPS.
  const identity = 'https://identity.example.org'
  await page.route(`${identity}/**`, async route => {
    const url = route.request().url().replace(identity, stage.provider)
    await route.fulfill({ response: await route.fetch({ url }) })
  })
  await page.route(`${app}/`, route =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html>${place}<script src="${identity}/widget.js"></script>`,
    }),
  )
  await page.route('https://api.example.org/me', route =>
    route.fulfill({
      json: {},
      headers: { 'Access-Control-Allow-Origin': app, 'Access-Control-Allow-Credentials': 'true' },
    }),
  )
  await page.goto(`${app}/`)
  await page.addScriptTag({ content: code('A backend on another subdomain').replace('const client', 'var client') })
  const email = somebody()
  await page.evaluate(
    `client.passwords.create({ email: '${email}', password: '${password}', session_duration_minutes: 5 })`,
  )
  const call = code('A backend on another subdomain', 1)
  expect(await page.evaluate(`(async () => { ${call}; return response.status })()`)).toBe(200)
  const cookies = await page.context().cookies('https://api.example.org/me')
  expect(cookies.map(({ name }) => name).toSorted()).toEqual(['stytch_session', 'stytch_session_jwt'])
})

test('two projects on one page have separate cookies', async () => {
  const { page, complaints } = await open(
    `${place}${script('widget.js')}${script('headless.js')}<script>${code('Two projects on one host')}</script>`,
  )
  await see(page.getByRole('heading', { name: heading })).toBeVisible()
  const email = somebody()
  await page.evaluate(`(async () => {
    const { method_id } = await client.otps.email.loginOrCreate('${email}')
    await client.otps.authenticate(await newestCode('${email}'), method_id, { session_duration_minutes: 5 })
  })()`)
  const names = (await sessionCookies(page.context())).map(({ name }) => name)
  expect(names.toSorted()).toEqual(['shop_session', 'shop_session_jwt'])
  expect(complaints).toEqual([])
})
