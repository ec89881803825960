import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { see } from '@corroborate/server-kit/testing/browser'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  bundleSource,
  type GuardedPerson,
  newGuardedPerson,
  openStage,
  type Project,
  readBlocks,
  type Stage,
} from './testing/index.ts'

// Runs the code of the documentation for a user with an authenticator app. They are signed in only after both factors.

let stage: Stage
let project: Project
beforeAll(async () => {
  stage = await openStage()
  project = await stage.newProject('--allow-redirect', `${stage.origin}/page`)
})
afterAll(() => stage?.close())

/** The first code of a language in a section of a document, with the place and the names of a project that is there. */
const code = (document: string, section: string, language: string): string => {
  const blocks = readBlocks(readFileSync(join(import.meta.dirname, '..', document), 'utf8'))
  const found = blocks.find(block => block.section.includes(section) && block.language === language)
  if (found === undefined) throw new Error(`${document} has no ${language} under “${section}”.`)
  return found.code
    .replaceAll('https://identity.example.org', stage.provider)
    .replaceAll('http://localhost:5001', stage.provider)
    .replaceAll('PUBLIC_TOKEN', project.publicToken)
    .replaceAll('PROJECT_ID', project.projectId)
}

let people = 0
const somebody = () =>
  newGuardedPerson({ provider: stage.provider, publicToken: project.publicToken }, `snippet-${++people}@example.org`)

const open = async (body: string): Promise<Page> => {
  stage.serve('/page', { body: `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">${body}` })
  const { page } = await stage.visitor()
  await page.goto(`${stage.origin}/page`)
  return page
}
const openReact = async (modules: Readonly<Record<string, string>>): Promise<Page> => {
  stage.serve('/page.js', { body: await bundleSource(modules, './page.tsx'), type: 'text/javascript' })
  return open('<div id="root"></div><script type="module" src="/page.js"></script>')
}
const mount = (app: string) => `import { createRoot } from 'react-dom/client'
  ${app}
  createRoot(document.getElementById('root')).render(<App />)`

const provePassword = async (page: Page, { email, password }: GuardedPerson) => {
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await see(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
}
const proveSecond = async (page: Page, person: GuardedPerson) => {
  await page.getByLabel('Code from the app').fill(person.appCode())
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

test.each([
  ['docs/embedding.md', 'React'],
  ['widget/package/README.md', '@corroborate/widget'],
])(
  'the React page from %s greets after the second factor, and asks again after a reload',
  async (document, section) => {
    const person = await somebody()
    const page = await openReact({
      'app.tsx': code(document, section, 'tsx'),
      'page.tsx': mount(`import { App } from './app.tsx'`),
    })
    await provePassword(page, person)
    await see(page.getByText('Hello')).toHaveCount(0)
    await page.reload()
    await see(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
    await see(page.getByText('Hello')).toHaveCount(0)
    await proveSecond(page, person)
    await see(page.getByText(`Hello ${person.email}`)).toBeVisible()
  },
)

test('useAuthState distinguishes a missing second factor from a signed-out user', async () => {
  const person = await somebody()
  const page = await openReact({
    'status.tsx': code('docs/embedding.md', 'The second factor', 'tsx'),
    'page.tsx': mount(`import { createHeadlessClient } from '@corroborate/widget/client'
      import { SignIn, SignInProvider } from '@corroborate/widget/react'
      import { Status } from './status.tsx'
      const client = createHeadlessClient('${project.publicToken}', { baseUrl: '${stage.provider}' })
      const App = () => (
        <SignInProvider value={client}>
          <Status />
          <SignIn config={{ products: ['passwords'] }} />
        </SignInProvider>
      )`),
  })
  await see(page.getByText('You are not signed in.')).toBeVisible()
  await provePassword(page, person)
  await see(page.getByText(`One more step, ${person.email}.`)).toBeVisible()
  await proveSecond(page, person)
  await see(page.getByText(`Hello ${person.email}`)).toBeVisible()
})

const askForLink = async (page: Page, label: string, email: string) => {
  await page.getByLabel(label).fill(email)
  await page.keyboard.press('Enter')
}

test('the custom element dispatches its sign-in event only after the second factor', async () => {
  const person = await somebody()
  const snippet = code('docs/embedding.md', 'Custom element', 'html').replaceAll(
    'https://app.example.org/in',
    `${stage.origin}/page`,
  )
  const page = await open(
    `<script>heard = []; addEventListener('sign-in-event', ({ detail }) => heard.push(detail.type))</script>${snippet}`,
  )
  await askForLink(page, 'E-Mail-Adresse', person.email)
  await page.goto(await person.mailedLink('/page'))
  await see(page.getByRole('heading', { name: 'Noch ein Schritt' })).toBeVisible()
  expect(await page.evaluate('heard')).toEqual([])
  await page.getByRole('textbox').fill(person.appCode())
  await page.keyboard.press('Enter')
  await see(page).toHaveTitle('Signed in')
  expect(await page.evaluate('heard')).toEqual([
    'MAGIC_LINK_AUTHENTICATE',
    'SECOND_FACTOR_AUTHENTICATE',
    'AUTHENTICATE_FLOW_COMPLETE',
  ])
})

test('the script tag page greets only after the second factor', async () => {
  const person = await somebody()
  const page = await open(code('docs/embedding.md', 'Script tag', 'html'))
  await askForLink(page, 'Email', person.email)
  await page.goto(await person.mailedLink('/page'))
  await see(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await see(page.locator('#greeting')).toHaveText('')
  await page.reload()
  await see(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await see(page.locator('#greeting')).toHaveText('')
  await proveSecond(page, person)
  await see(page.locator('#greeting')).toHaveText(`Hello ${person.email}`)
})

test('a page that authenticates a magic link itself gets the second-factor screen from its form', async () => {
  const person = await somebody()
  const page = await open(code('docs/embedding.md', 'Script tag', 'html'))
  await askForLink(page, 'Email', person.email)
  const token = new URL(await person.mailedLink('/page')).searchParams.get('token')
  await page.evaluate(`users = []; client.user.onChange(user => users.push(user?.emails[0].email))
    client.magicLinks.authenticate('${token}', { session_duration_minutes: 60 })`)
  await see(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  expect(await page.evaluate('users')).toEqual([])
  expect(await page.evaluate('client.user.getSync()')).toBeNull()
  await proveSecond(page, person)
  await see.poll(() => page.evaluate('users')).toEqual([person.email])
})

describe('backend with a session that lacks its second factor', () => {
  /** Exports of a module of a document. */
  const load = async <Exports>(source: string): Promise<Exports> => {
    const folder = mkdtempSync(join(import.meta.dirname, '.snippet-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'backend.ts')
    writeFileSync(file, source)
    return (await import(pathToFileURL(file).href)) as Exports
  }

  test('the documented JWT check rejects the session until both factors are proved', async () => {
    const { userOf } = await load<{ userOf: (jwt: string) => Promise<string | null> }>(
      code('docs/identity.md', '3. Verify the session in a backend', 'js'),
    )
    const { userIdOf } = await load<{ userIdOf: (jwt: string) => Promise<string | null> }>(
      code('docs/embedding.md', '3. Check the session in your backend', 'ts'),
    )
    const person = await somebody()
    const page = await open(`<script src="${stage.provider}/headless.js"></script>`)
    await page.evaluate(`client = SignInHeadless.createHeadlessClient('${project.publicToken}')`)
    const minutes = { session_duration_minutes: 60 }
    const asked = async () => {
      const cookies = await page.context().cookies()
      const jwt = cookies.find(({ name }) => name === 'stytch_session_jwt')?.value ?? ''
      expect(jwt).not.toBe('')
      return [await userOf(jwt), await userIdOf(jwt)]
    }
    const { email, password } = person
    await page.evaluate(`client.passwords.authenticate(${JSON.stringify({ email, password, ...minutes })})`)
    expect(await asked()).toEqual([null, null])
    await page.evaluate(
      `client.totps.authenticate(${JSON.stringify({ totp_code: person.appCode(), ...minutes })}).then(() => 0)`,
    )
    const id = await page.evaluate('client.user.getSync().user_id')
    expect(await asked()).toEqual([id, id])
  })
})
