import { EventEmitter } from 'node:events'
import process from 'node:process'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { OperatorError } from '../operator-error/index.ts'
import { testLogger } from '../testing/index.ts'
import type { Lifecycle } from './index.ts'
import { runProcess } from './run-process.ts'

/** A process that hears signals and errors, and notes how it was ended. */
const fakeProcess = (facts: { version?: string; env?: NodeJS.ProcessEnv } = {}) => {
  const exits: number[] = []
  const written: string[] = []
  const ended = Promise.withResolvers<void>()
  const program = Object.assign(new EventEmitter(), {
    ...{ version: process.version, env: {}, ppid: 7, ...facts },
    exit: (code: number) => {
      exits.push(code)
      ended.resolve()
    },
    stderr: { write: (text: string) => written.push(text) },
  })
  return { program, exits, written, ended: ended.promise }
}

const run = async (
  start: (life: Lifecycle) => unknown = () => {},
  facts: Parameters<typeof fakeProcess>[0] = undefined,
) => {
  const faked = fakeProcess(facts)
  const closed: string[] = []
  let life: Lifecycle | undefined
  const inside = async (given: Lifecycle) => {
    life = given
    for (const name of ['first', 'second']) given.onClose(name, () => closed.push(name))
    await start(given)
  }
  await runProcess(inside, faked.program as unknown as NodeJS.Process)
  return {
    ...faked,
    closed,
    isDraining: () => life?.isDraining(),
    signal: (name: string) => faked.program.emit(name, name),
  }
}

/** Returns a promise that the test resolves. */
const held = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { close: () => promise, letGo: resolve }
}

/** Waits one turn of the event loop. */
const turn = () => new Promise(setImmediate)

describe.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
])('%s signal', (name, atOnce) => {
  test('the signal shuts down in order with exit code 0', async () => {
    const { signal, ended, exits, closed, written, isDraining } = await run()
    expect([exits, isDraining()]).toEqual([[], false])
    signal(name)
    await ended
    expect([exits, closed, written]).toEqual([[0], ['second', 'first'], []])
  })

  test(`a second signal exits immediately with ${atOnce}`, async () => {
    const { close } = held()
    const { signal, exits } = await run(life => life.onClose('stuck', close))
    signal(name)
    await turn()
    expect(exits).toEqual([])
    signal(name)
    expect(exits).toEqual([atOnce])
  })
})

test('a closing error is logged and exits with 1', async () => {
  const { logger, lines } = testLogger()
  const { signal, ended, exits, closed } = await run(life => {
    life.useLogger(logger)
    life.onClose('third', () => {
      throw new Error('stuck')
    })
  })
  signal('SIGTERM')
  await ended
  expect([exits, closed]).toEqual([[1], ['second', 'first']])
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'closing the third failed' }))
})

describe('uncaught error', () => {
  test.each(['uncaughtException', 'unhandledRejection'])(
    'an uncaught error is logged and shuts down in order: %s',
    async name => {
      const { logger, lines } = testLogger()
      const { program, ended, exits, closed, written } = await run(life => life.useLogger(logger))
      program.emit(name, new Error('lost'))
      await ended
      expect([exits, closed, written]).toEqual([[1], ['second', 'first'], []])
      expect(lines).toContainEqual(expect.objectContaining({ err: expect.objectContaining({ message: 'lost' }) }))
    },
  )

  test('an uncaught error is printed if there is no log yet', async () => {
    const { program, ended, exits, written } = await run()
    program.emit('uncaughtException', new Error('lost'))
    await ended
    expect([exits, written]).toEqual([[1], [expect.stringMatching(/^Error: lost\n +at [\s\S]+\n$/)]])
  })

  test('an uncaught error does not disturb a shutdown in progress', async () => {
    const { close, letGo } = held()
    const { program, signal, ended, exits } = await run(life => life.onClose('slow', close))
    signal('SIGTERM')
    program.emit('uncaughtException', new Error('lost'))
    letGo()
    await ended
    await turn()
    expect(exits).toEqual([0])
  })
})

describe('failed startup', () => {
  test('an operator error at startup prints a message and closes what was opened', async () => {
    const { exits, closed, written } = await run(() => Promise.reject(new OperatorError('Do this instead.')))
    expect([exits, closed, written]).toEqual([[1], ['second', 'first'], ['Do this instead.\n']])
  })

  test('a bug at startup prints its location', async () => {
    const { exits, written } = await run(() => Promise.reject(new Error('lost')))
    expect([exits, written]).toEqual([[1], [expect.stringMatching(/^Error: lost\n +at [\s\S]+\n$/)]])
  })

  test('startup on an unsupported Node version is rejected', async () => {
    const start = vi.fn()
    const { exits, written } = await run(start, { version: 'v20.19.0' })
    expect(start).not.toHaveBeenCalled()
    expect([exits, written]).toEqual([[78], [expect.stringMatching(/^Node v20\.19\.0 is too old: /)]])
  })
})

describe('npm exit', () => {
  const underNpm = async (start?: (life: Lifecycle) => unknown) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const running = await run(start, { env: { npm_lifecycle_event: 'start' } })
    const endNpm = () => {
      running.program.ppid = 1
      vi.advanceTimersByTime(250)
    }
    return { ...running, endNpm }
  }

  test('the end of npm shuts down in order with exit code 0', async () => {
    const { endNpm, ended, exits, closed } = await underNpm()
    endNpm()
    await ended
    expect([exits, closed]).toEqual([[0], ['second', 'first']])
  })

  test('the end of npm does not disturb a shutdown in progress', async () => {
    const { close, letGo } = held()
    const { endNpm, program, ended, exits } = await underNpm(life => life.onClose('slow', close))
    program.emit('uncaughtException', new Error('lost'))
    endNpm()
    letGo()
    await ended
    await turn()
    expect(exits).toEqual([1])
  })
})
