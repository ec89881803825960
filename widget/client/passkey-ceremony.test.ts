import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { create, get, requireIdle } from './passkey-ceremony.ts'

/** Requests to the browser with their outcome; the fake browser waits for the user until aborted. */
let asked: string[]
let answer: (() => void)[]

const wait =
  (kind: string) =>
  ({ mediation, signal }: { mediation?: string; signal: AbortSignal }) => {
    const name = mediation ?? kind
    asked.push(name)
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => {
        asked.push(`${name} ended`)
        reject(signal.reason)
      })
      answer.push(() => resolve({ id: 'a', type: 'public-key', response: {}, getClientExtensionResults: () => ({}) }))
    })
  }

beforeEach(() => {
  asked = []
  answer = []
  vi.stubGlobal('navigator', { credentials: { get: wait('dialogue'), create: wait('creation') } })
})
afterEach(() => vi.unstubAllGlobals())

const request = JSON.stringify({ challenge: 'AAAA' })
const creation = JSON.stringify({ challenge: 'AAAA', user: { id: 'AAAA' } })
const aborted = { name: 'AbortError' }

test('a second passkey dialog on a page cancels the first', async () => {
  const first = get(request, { isAutofill: false })
  const second = create(creation)
  await expect(first).rejects.toMatchObject(aborted)
  expect(asked).toEqual(['dialogue', 'dialogue ended', 'creation'])
  // The end of the first is not taken for the end of the second.
  expect(requireIdle).toThrow(expect.objectContaining(aborted))
  const third = get(request, { isAutofill: false })
  await expect(second).rejects.toMatchObject(aborted)
  answer[2]?.()
  await expect(third).resolves.toMatchObject({ id: 'a' })
  expect(requireIdle).not.toThrow()
})

test('a dialog cancels conditional UI, and conditional UI never cancels a dialog', async () => {
  const leaving = new AbortController()
  const offer = get(request, { isAutofill: true, signal: leaving.signal })
  expect(requireIdle).not.toThrow()
  const dialogue = get(request, { isAutofill: false })
  await expect(offer).rejects.toMatchObject(aborted)
  await expect(get(request, { isAutofill: true })).rejects.toMatchObject(aborted)
  expect(asked).toEqual(['conditional', 'conditional ended', 'dialogue'])
  // A form's departure does not affect later ceremonies.
  leaving.abort()
  expect(asked).toHaveLength(3)
  answer[1]?.()
  await expect(dialogue).resolves.toMatchObject({ id: 'a' })
})

test('an unmounted form makes no WebAuthn request', async () => {
  await expect(get(request, { isAutofill: true, signal: AbortSignal.abort() })).rejects.toMatchObject(aborted)
  expect(asked).toEqual([])
})
