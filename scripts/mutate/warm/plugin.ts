import { BroadcastChannel } from 'node:worker_threads'
import { strykerPlugins as theirs } from '@stryker-mutator/vitest-runner'
import { channelName, filesOf, type Trial, type Verdict } from './messages.ts'

type Vitest = {
  provide: (key: string, value: unknown) => void
  start: (files: string[]) => Promise<unknown>
  globTestSpecifications: () => Promise<{ moduleId: string }[]>
  cancelCurrentRun: (reason: string) => Promise<unknown>
}
/** One change, as Stryker asks for it. Without a filter all tests may notice it. */
type MutantRun = {
  activeMutant: { id: string }
  /** The changed file. */
  sandboxFileName: string
  testFilter?: string[]
  hitLimit?: number
  mutantActivation: 'static' | 'runtime'
}
type MutantResult =
  | { status: 'survived'; nrOfTests: number }
  | { status: 'killed'; killedBy: string[]; failureMessage: string; nrOfTests: number }
  | { status: 'timeout'; reason: string }
type TestRunner = {
  capabilities: () => unknown
  init: () => Promise<void>
  dryRun: (options: unknown) => Promise<unknown>
  mutantRun: (options: MutantRun) => Promise<MutantResult>
  dispose: () => Promise<void>
}
/** Stryker's own runner of tests for Vitest, and of its insides what is needed to start another worker as it does. */
type Cold = TestRunner & { ctx: Vitest }

const [plugin] = theirs
const createCold = plugin?.factory as unknown as ((injector: unknown) => Cold) & { inject: string[] }

/** A worker with all modules loaded that runs mutants on request. */
type Warm = { tests: string[]; try: (trial: Trial) => Promise<Verdict>; end: () => Promise<void> }

const startWarm = async (cold: Cold): Promise<Warm> => {
  await cold.init()
  const tests = (await cold.ctx.globTestSpecifications()).map(({ moduleId }) => moduleId)
  cold.ctx.provide('warm', true)
  cold.ctx.provide('mode', 'mutant')
  const channel = new BroadcastChannel(channelName)
  const next = <Answer>() =>
    new Promise<Answer>(answered => {
      channel.onmessage = (event: unknown) => answered((event as { data: Answer }).data)
    })
  const ready = next<'ready'>()
  const ended = cold.ctx.start(tests.slice(0, 1))
  await ready
  return {
    tests,
    try: trial => {
      const verdict = next<Verdict>()
      channel.postMessage(trial)
      return verdict
    },
    end: async () => {
      channel.postMessage('stop')
      await ended
      channel.close()
      await cold.dispose()
    },
  }
}

/**
 * Stryker's runner for Vitest starts a worker for each change, which loads everything anew: most of the time of a run. This one
 * keeps a worker.
 */
const create = (injector: unknown): TestRunner => {
  const dry = createCold(injector)
  let warm: Promise<Warm> | null = null
  let trials = 0
  const startAnew = async (): Promise<Warm> => {
    await (await warm)?.end()
    warm = startWarm(createCold(injector))
    return warm
  }

  return {
    capabilities: () => dry.capabilities(),
    init: () => dry.init(),
    dryRun: options => dry.dryRun(options),
    mutantRun: async ({ activeMutant, sandboxFileName, testFilter, hitLimit, mutantActivation }: MutantRun) => {
      const attempt = async (worker: Warm, isStatic = mutantActivation === 'static'): Promise<Verdict> =>
        worker.try({
          trial: trials++,
          mutant: activeMutant.id,
          changed: sandboxFileName,
          // Stryker waits until a place was passed a hundred times as often as by all tests together: here it is twice.
          hitLimit: hitLimit === undefined ? null : Math.ceil(hitLimit / 50),
          isStatic,
          files: testFilter === undefined ? worker.tests.map(path => ({ path, names: null })) : filesOf(testFilter),
        })
      let verdict = await attempt(await (warm ?? startAnew()))
      // Retries in a fresh worker, where a failure can only come from the mutant.
      if (verdict.outcome === 'dirty') verdict = await attempt(await startAnew())
      // A survivor may have run before the mutant was active. Retries with all modules reloaded.
      if (verdict.outcome === 'survived' && mutantActivation === 'runtime') {
        verdict = await attempt(await (warm ?? startAnew()), true)
      }
      const { outcome, test, message, tests } = verdict
      if (outcome === 'survived') return { status: 'survived', nrOfTests: tests }
      if (outcome === 'endless') return { status: 'timeout', reason: message }
      return { status: 'killed', killedBy: test === null ? [] : [test], failureMessage: message, nrOfTests: tests }
    },
    dispose: async () => {
      await (await warm)?.end()
      await dry.dispose()
    },
  }
}

export const strykerPlugins = [
  { kind: 'TestRunner', name: 'warm-vitest', factory: Object.assign(create, { inject: createCold.inject }) },
]
