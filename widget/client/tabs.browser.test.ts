import { see, sessionCookies } from '@corroborate/server-kit/testing/browser'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openStage, type Stage } from '../../identity/conformance/testing/index.ts'
import { openOurClient } from './testing/our-client.ts'
import type { HeadlessClient } from './types.ts'

const ours = await openOurClient()
let stage: Stage
beforeAll(async () => {
  stage = await openStage(ours)
})
afterAll(async () => {
  await stage?.close()
})

test('signing out in one tab signs out the other and notifies it', async () => {
  const project = await stage.newProject()
  const visitor = await stage.open(project)
  onTestFinished(() => visitor.context.close())
  const email = 'ada@example.org'
  const { method_id } = await visitor.call('otps.email.loginOrCreate', email)
  const [{ code }] = await stage.mailbox(email)
  await visitor.call('otps.authenticate', code, method_id, { session_duration_minutes: 60 })

  const other = await visitor.context.newPage()
  await other.goto('/')
  await other.waitForSelector('[data-ready]', { state: 'attached' })
  await other.evaluate(
    ([token, provider]) => {
      const client = window.makeClient(token, { endpoints: { testAPIURL: provider } }) as HeadlessClient
      document.title = client.user.getSync()?.emails[0]?.email ?? 'nobody'
      client.user.onChange(user => {
        document.title = user?.emails[0]?.email ?? 'nobody'
      })
    },
    [project.publicToken, stage.provider] as const,
  )
  await see(other).toHaveTitle(email)
  await visitor.call('session.revoke')
  await see(other).toHaveTitle('nobody')
  expect(await sessionCookies(visitor.context)).toEqual([])
})

test('two clients on one page agree on the signed-in user', async () => {
  const project = await stage.newProject()
  const visitor = await stage.open(project)
  onTestFinished(() => visitor.context.close())
  await visitor.page.evaluate(
    ([token, provider]) => {
      const beside = window.makeClient(token, { endpoints: { testAPIURL: provider } }) as HeadlessClient
      beside.user.onChange(user => {
        document.title = user?.emails[0]?.email ?? 'nobody'
      })
    },
    [project.publicToken, stage.provider] as const,
  )
  const email = 'bob@example.org'
  const { method_id } = await visitor.call('otps.email.loginOrCreate', email)
  const [{ code }] = await stage.mailbox(email)
  await visitor.call('otps.authenticate', code, method_id, { session_duration_minutes: 60 })
  await see(visitor.page).toHaveTitle(email)
  await visitor.call('session.revoke')
  await see(visitor.page).toHaveTitle('nobody')
})

test('requests sent while the page unloads arrive', async () => {
  const project = await stage.newProject()
  const visitor = await stage.open(project)
  onTestFinished(() => visitor.context.close())
  await visitor.page.evaluate(() => {
    ;(window.client as HeadlessClient).telemetry.log('last_words')
    location.href = 'about:blank'
  })
  await expect
    .poll(
      () => stage.db.selectFrom('telemetry_events').select('event_name').where('project_id', '=', project.id).execute(),
      { timeout: 10_000 },
    )
    .toContainEqual({ event_name: 'last_words' })
})

test('a page without a provider URL uses its script’s origin', async () => {
  const visitor = await stage.open(await stage.newProject())
  onTestFinished(() => visitor.context.close())
  const baseUrl = await visitor.page.evaluate(() => {
    const { SignInHeadless } = window as unknown as {
      SignInHeadless: { createHeadlessClient: (token: string) => HeadlessClient }
    }
    return SignInHeadless.createHeadlessClient('public-token-test-1').baseUrl
  })
  expect(baseUrl).toBe(stage.application)
})
