import { expect, test, vi } from 'vitest'
import { createEmitter } from './environment.ts'

test('every listener is notified until it unsubscribes', () => {
  const { on, emit } = createEmitter()
  const heard: unknown[] = []
  const listen = (error: Error) => heard.push(error.message)
  const stop = on('error', listen)
  on('error', listen)
  emit('error', new Error('one'))
  stop()
  emit('error', new Error('two'))
  expect(heard).toEqual(['one', 'one', 'two'])
})

test('a failing listener does not stop the others, and its error surfaces', async () => {
  const { on, emit } = createEmitter()
  const uncaught = vi.fn()
  const queued: (() => void)[] = []
  vi.stubGlobal('queueMicrotask', (run: () => void) => queued.push(run))
  const heard: unknown[] = []
  on('user', () => {
    throw new Error('broken')
  })
  on('user', user => heard.push(user))
  emit('user', null)
  vi.unstubAllGlobals()
  expect(heard).toEqual([null])
  for (const run of queued) {
    try {
      run()
    } catch (error) {
      uncaught((error as Error).message)
    }
  }
  expect(uncaught.mock.calls).toEqual([['broken']])
})
