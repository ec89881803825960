import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { see, sessionCookies } from '@corroborate/server-kit/testing/browser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundleSource, openStage, type Project, readBlocks, type Stage } from './testing/index.ts'

/** Every piece of code in the document that tells others how to embed the form, run as it is there. */
const blocks = readBlocks(readFileSync(join(import.meta.dirname, '..', 'docs', 'embedding.md'), 'utf8'))

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
  return found.code
    .replaceAll('https://identity.example.org', stage.provider)
    .replaceAll('PUBLIC_TOKEN', project.publicToken)
}

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

test('no piece of code is without a test', () => {
  expect(blocks.map(({ section, language }) => `${section}: ${language}`)).toEqual([
    'Put the sign-in form on a page: sh',
    'A script tag: html',
    'A script tag: html',
    'A custom element: html',
    'React: tsx',
    'A forgotten password: html',
    'Passkeys: js',
    'The account page: js',
    'What other applications ask: js',
    'Looks: css',
    'A strict policy: ',
    'Without the form: js',
    'Without the form: js',
  ])
})

test('the command makes a project', async () => {
  const [line = ''] = code('Put the sign-in form on a page').trim().split('\n')
  const [npm, run, identity, dashes, ...words] = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare,
  )
  expect([npm, run, identity, dashes]).toEqual(['npm', 'run', 'identity', '--'])
  expect(await stage.identity(...words.filter(word => word !== undefined))).toContain('public-token-')
})

describe('a script tag', () => {
  test('is a form that mails a link back to the page', async () => {
    const { page, complaints } = await open(code('A script tag'))
    const email = somebody()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Continue with email' }).click()
    await see(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    await page.goto((await stage.mail(email)).links[0] ?? '')
    expect(new URL(page.url()).pathname).toBe('/page')
    expect(new URL(page.url()).searchParams.get('stytch_token_type')).toBe('magic_links')
    expect(complaints).toEqual([])
  })

  const pinned = async (integrity?: string) => {
    const scripts = (await (await fetch(`${stage.provider}/sdk.json`)).json()) as Record<
      string,
      { file: string; integrity: string }
    >
    const { file = '', integrity: right = '' } = scripts['widget.js'] ?? {}
    const tag = code('A script tag', 1)
      .replace('widget-HASH.js', file)
      .replace('sha256-…', integrity ?? right)
    expect(tag).toContain(file)
    const visitor = await open(tag)
    return { ...visitor, isThere: await visitor.page.evaluate(() => 'SignIn' in window) }
  }

  test('with the name and the hash of one build loads that build', async () => {
    const { isThere, complaints } = await pinned()
    expect(isThere).toBe(true)
    expect(complaints).toEqual([])
  })

  test('with another hash loads nothing', async () => {
    const { isThere, complaints } = await pinned(`sha256-${'A'.repeat(43)}=`)
    expect(isThere).toBe(false)
    expect(complaints.join('\n')).toContain('integrity')
  })
})

test('a custom element signs in', async () => {
  const { page, complaints } = await open(code('A custom element'))
  const email = somebody()
  await page.getByLabel('E-Mail-Adresse').fill(email)
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Code' }).fill((await stage.mail(email)).code ?? '')
  await see(page.getByText('Ihr Code wurde bestätigt.')).toBeVisible()
  expect(complaints).toEqual([])
})

test('a page with React signs in, and greets', async () => {
  const mount = `import { createRoot } from 'react-dom/client'
    import { App } from './app.tsx'
    createRoot(document.getElementById('sign-in')).render(<App />)`
  const body = await bundleSource({ 'app.tsx': code('React'), 'page.tsx': mount }, './page.tsx')
  stage.serve('/page.js', { body, type: 'text/javascript' })
  const { page, complaints } = await open(`${place}<script type="module" src="/page.js"></script>`)
  const email = somebody()
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await page.getByLabel('Password', { exact: true }).fill('quiet-otters-fold-paper')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await see(page.getByText(`Hello ${email}`)).toBeVisible()
  expect(complaints).toEqual([])
})

test('a mail for a forgotten password leads to the form for a new one', async () => {
  const { page, complaints } = await open(place + script('widget.js') + code('A forgotten password'))
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

test('the account page shows people who are signed in what belongs to them', async () => {
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

test('the page that other applications lead to says what their request lacks', async () => {
  const { page, complaints } = await open(`<div id="consent"></div>${script('widget.js')}`)
  await page.addScriptTag({ content: code('What other applications ask') })
  await see(page.getByText('Required parameter is missing')).toBeVisible()
  expect(complaints).toEqual([])
})

test('a rule of the page changes the looks', async () => {
  const style = `<style>${code('Looks')}</style>`
  const { page } = await open(`${style}${place}${script('widget.js')}<script>${mounted()}</script>`)
  await see(page.getByLabel('Email')).toHaveCSS('border-radius', '999px')
})

test('the policy lets everything of the form be', async () => {
  const policy = code('A strict policy').replaceAll('nonce-…', 'nonce-n1').replaceAll('\n', ' ')
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

describe('without the form', () => {
  test('a client signs in by code', async () => {
    const { page, complaints } = await open(script('headless.js'))
    const run = code('Without the form').replace("'123456'", "await newestCode('ada@example.org')")
    const email = await page.evaluate(`(async () => { ${run}; return client.user.getSync().emails[0].email })()`)
    expect(email).toBe('ada@example.org')
    expect(complaints).toEqual([])
  })

  test('a second project has cookies of its own', async () => {
    const { page, complaints } = await open(
      `${place}${script('widget.js')}${script('headless.js')}<script>${code('Without the form', 1)}</script>`,
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
})
