import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Moment } from './moment.ts'
import { runPrompt } from './OneTap.tsx'

const started = { requestId: '1', googleClientId: 'client', stytchCsrfToken: '1', oauthCallbackId: 'callback' }
const service = {
  start: vi.fn(async () => started),
  submit: vi.fn(async () => ({ redirect_url: 'https://app.example.test/back' })),
}
const google = { initialize: vi.fn(), prompt: vi.fn(), cancel: vi.fn() }
const on = { leave: vi.fn(), onPhase: vi.fn(), onOver: vi.fn() }
beforeEach(() => vi.clearAllMocks())

const run = (changes: Partial<Parameters<typeof runPrompt>[0]> = {}) => {
  const prompt = runPrompt({
    place: null,
    placement: 'floating',
    position: 'floating',
    open: () => service,
    load: async () => google,
    redirects: () => ({ loginRedirectURL: 'https://app.example.test/in' }),
    ...on,
    ...changes,
  })
  onTestFinished(prompt.end)
  return prompt
}
const hasPrompted = () => vi.waitFor(() => expect(google.prompt).toHaveBeenCalledTimes(1))
/** Fires a notification of Google's prompt. */
const say = (moment: Moment) => google.prompt.mock.lastCall?.[0](moment)

test('the provider is asked before Google prompts for its client', async () => {
  run()
  await hasPrompted()
  expect(google.initialize).toHaveBeenCalledWith(
    expect.objectContaining({ client_id: 'client', use_fedcm_for_prompt: true }),
  )
  expect(on.onOver).not.toHaveBeenCalled()
})

test('a prompt unmounted at once, as in Strict Mode, sends no request', async () => {
  run().end()
  run()
  await hasPrompted()
  expect(service.start).toHaveBeenCalledTimes(1)
})

test('a second form gives up without a request until the first has ended', async () => {
  const first = run()
  await hasPrompted()
  run()
  await vi.waitFor(() => expect(on.onOver).toHaveBeenCalledTimes(1))
  expect(service.start).toHaveBeenCalledTimes(1)
  first.end()
  expect(google.cancel).toHaveBeenCalledTimes(1)
  run()
  await vi.waitFor(() => expect(service.start).toHaveBeenCalledTimes(2))
})

test('a chosen account is sent to the provider and the page navigates', async () => {
  run()
  await hasPrompted()
  google.initialize.mock.lastCall?.[0].callback({ credential: 'id-token' })
  expect(on.onPhase.mock.calls).toEqual([['leaving']])
  await vi.waitFor(() => expect(on.leave).toHaveBeenCalledWith('https://app.example.test/back'))
  expect(service.submit).toHaveBeenCalledWith({
    idToken: 'id-token',
    oauthCallbackID: 'callback',
    loginRedirectURL: 'https://app.example.test/in',
    signupRedirectURL: undefined,
  })
})

test('an account the provider rejects ends the prompt, reported as a user choice', async () => {
  const refusal = new Error('No.')
  service.submit.mockRejectedValueOnce(refusal)
  run()
  await hasPrompted()
  google.initialize.mock.lastCall?.[0].callback({ credential: 'id-token' })
  await vi.waitFor(() => expect(on.onOver).toHaveBeenCalledWith(refusal, true))
  expect(on.leave).not.toHaveBeenCalled()
  expect(google.cancel).toHaveBeenCalledTimes(1)
})

test.each<[string, Moment, unknown]>([
  ['was skipped', { isSkippedMoment: () => true }, undefined],
  [
    'is refused for this page',
    { isNotDisplayed: () => true, getNotDisplayedReason: () => 'unregistered_origin' },
    { error_type: 'origin_not_allowed_for_client' },
  ],
])('a prompt that %s is over', async (_, moment, reason) => {
  run()
  await hasPrompted()
  say(moment)
  expect(on.onOver.mock.calls).toEqual([[reason, false]])
})

test('a script that fails to load ends the prompt with the reason', async () => {
  const reason = new Error('Blocked.')
  run({ load: () => Promise.reject(reason) })
  await vi.waitFor(() => expect(on.onOver).toHaveBeenCalledWith(reason, false))
})

test('an ended prompt makes no further callbacks', async () => {
  const { end } = run()
  await hasPrompted()
  end()
  say({ isSkippedMoment: () => true })
  google.initialize.mock.lastCall?.[0].callback({ credential: 'id-token' })
  expect(on.onOver).not.toHaveBeenCalled()
  expect(on.onPhase).not.toHaveBeenCalled()
})
