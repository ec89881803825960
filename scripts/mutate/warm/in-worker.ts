import { relative } from 'node:path'
import process from 'node:process'
import { BroadcastChannel } from 'node:worker_threads'
import { inject, type RunnerTask, type RunnerTestFile, type RunnerTestSuite, TestRunner } from 'vitest'
import { startTests } from 'vitest/internal/browser'
import { channelName, filesOf, type Trial, type Verdict } from './messages.ts'

declare module 'vitest' {
  interface ProvidedContext {
    warm: boolean
  }
}

/** Stryker's globals in the instrumented code: active mutant and hit counts. */
type Switch = { activeMutant?: string | undefined; hitCount?: number; hitLimit?: number | undefined }
const theSwitch: Switch = {}
Object.assign(globalThis, { __stryker__: Object.assign(theSwitch, Reflect.get(globalThis, '__stryker__')) })

/** `test`: as Stryker calls it; null when its file did not come so far as to name any. */
type Failure = { test: string | null; message: string }
type Config = TestRunner['config']

const messageOf = (task: RunnerTask): string => task.result?.errors?.[0]?.message ?? 'It failed.'
const nameOf = (task: RunnerTask): string =>
  task.suite === undefined || task.suite === task.file ? task.name : `${nameOf(task.suite)} > ${task.name}`
/** A test's own id; of a suite or a file the one of its first test. */
const idOf = (task: RunnerTask): string | null => {
  if (task.type === 'test') return `${relative(process.cwd(), task.file.filepath)}#${nameOf(task).trim()}`
  return task.tasks.map(idOf).find(id => id !== null) ?? null
}

/** State that Vitest sets only on its own runner instance. */
type Inside = {
  moduleRunner: { evaluatedModules: { idToModuleMap: Map<string, { importers: Set<string> }> } }
  _otel: unknown
}

/** Runs tests until the first failure, without reporting. */
class Quiet extends TestRunner {
  failure: Failure | null = null
  tests = 0
  readonly #isOn: () => void

  constructor(config: Config, isOn: () => void) {
    super(config)
    this.#isOn = isOn
  }

  #note(task: RunnerTask, message = messageOf(task)): void {
    this.failure ??= { test: idOf(task), message }
  }
  onBeforeRunFiles(): void {
    this.#isOn()
  }
  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    if (this.failure !== null) suite.mode = 'skip'
    await super.onBeforeRunSuite(suite)
  }
  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    // Reports a suite with failing hooks; a failed test is reported first.
    if (suite.result?.state === 'fail') this.#note(suite)
  }
  override async onBeforeRunTask(test: Parameters<TestRunner['onBeforeRunTask']>[0]): Promise<void> {
    if (this.failure !== null) test.mode = 'skip'
    await super.onBeforeRunTask(test)
  }
  override onAfterRunTask(test: Parameters<TestRunner['onAfterRunTask']>[0]): void {
    this.tests++
    if (test.result?.state === 'fail') this.#note(test)
    super.onAfterRunTask(test)
  }
  noteFile(file: RunnerTestFile | undefined): void {
    if (file?.result?.state === 'fail') this.#note(file)
  }
}

/** Previous duration of each test file, in ms. */
const times = new Map<string, number>()
/** A test of each file, for when the file fails before it names its tests. */
const someTest = new Map<string, string>()
const took = (path: string): number => times.get(path) ?? 0
/** The tests that noticed the last changes of a file, by their ids, the last one first: they often notice the next one too. */
const watchful = new Map<string, readonly string[]>()
const mostWatchful = 2

/** The quick ones first. */
const bySpeed = (files: Trial['files']): Trial['files'] => files.toSorted((a, b) => took(a.path) - took(b.path))

/**
 * Vitest runner in the worker. On request, it stays in its first file with all modules loaded and runs one mutant after another, which
 * takes a fraction of a new worker's startup time.
 */
export default class extends TestRunner {
  async onBeforeCollect(): Promise<void> {
    if (!inject('warm')) return
    const channel = new BroadcastChannel(channelName)
    await new Promise<void>(resolve => {
      channel.onmessage = async (event: unknown) => {
        const { data } = event as { data: Trial | 'stop' }
        if (data === 'stop') return resolve()
        channel.postMessage(await this.#verdictOn(data))
      }
      channel.postMessage('ready')
    })
    channel.close()
    this.cancel('keyboard-input')
  }

  async #verdictOn(trial: Trial): Promise<Verdict> {
    const { failure, tests } = await this.#run(trial, [...this.#watchfulOf(trial), ...bySpeed(trial.files)])
    const { hitCount = 0, hitLimit } = theSwitch
    const answer = { trial: trial.trial, tests, test: failure?.test ?? null, message: failure?.message ?? '' }
    if (hitLimit !== undefined && hitCount > hitLimit) return { ...answer, outcome: 'endless' }
    if (failure === null) return { ...answer, outcome: 'survived' }
    const { test } = failure
    if (test !== null) {
      const others = watchful.get(trial.changed)?.filter(id => id !== test) ?? []
      watchful.set(trial.changed, [test, ...others].slice(0, mostWatchful))
    }
    const again = await this.#run({ ...trial, mutant: '', hitLimit: null }, failure.only)
    return again.failure === null
      ? { ...answer, outcome: 'failed' }
      : { ...answer, outcome: 'dirty', message: again.failure.message }
  }

  #watchfulOf({ changed, files }: Trial): Trial['files'] {
    const may = (id: string): boolean => {
      const [of] = filesOf([id])
      const file = files.find(({ path }) => path === of?.path)
      return file !== undefined && (file.names === null || new RegExp(file.names).test(id))
    }
    return (watchful.get(changed) ?? []).filter(may).flatMap(id => filesOf([id]))
  }

  /** Runs tests in turn, until one fails. */
  async #run({ mutant, changed, hitLimit, isStatic }: Trial, files: Trial['files']) {
    let tests = 0
    let unhandled: string | null = null
    const note = (error: unknown): void => {
      unhandled ??= String(error)
    }
    process.on('unhandledRejection', note)
    process.on('uncaughtException', note)
    const isFresh = isStatic && mutant !== ''
    if (isFresh) this.#forgetModules(changed)
    try {
      for (const { path, names } of files) {
        const switchOn = (): void => {
          Object.assign(theSwitch, { activeMutant: mutant, hitCount: 0, hitLimit: hitLimit ?? undefined })
        }
        const runner = this.#quiet(names, switchOn)
        if (isStatic) switchOn()
        const began = performance.now()
        const [file] = await startTests([path], runner as never)
        if (runner.failure === null) times.set(path, Math.max(took(path), performance.now() - began))
        runner.noteFile(file as RunnerTestFile | undefined)
        const named = file === undefined ? null : idOf(file as RunnerTask)
        if (named !== null) someTest.set(path, named)
        theSwitch.activeMutant = undefined
        tests += runner.tests
        const failed = runner.failure ?? (unhandled === null ? null : { test: null, message: unhandled })
        if (failed === null) continue
        const test = failed.test ?? someTest.get(path) ?? null
        return { tests, failure: { ...failed, test, only: test === null ? [{ path, names }] : filesOf([test]) } }
      }
      return { tests, failure: null }
    } finally {
      theSwitch.activeMutant = undefined
      process.off('unhandledRejection', note)
      process.off('uncaughtException', note)
      if (isFresh) this.#forgetModules(changed)
    }
  }

  get #inside(): Inside {
    return this as unknown as Inside
  }

  #quiet(names: string | null, switchOn: () => void): Quiet {
    const testNamePattern = names === null ? undefined : new RegExp(names)
    const runner = new Quiet({ ...this.config, setupFiles: [], bail: 0, retry: 0, testNamePattern } as Config, switchOn)
    Object.assign(runner, { moduleRunner: this.#inside.moduleRunner, _otel: this.#inside._otel })
    return runner
  }

  /** Unloads the modules that depend on the changed file, and those that hold test state. No other module is affected by the change. */
  #forgetModules(changed: string): void {
    const modules = this.#inside.moduleRunner.evaluatedModules.idToModuleMap
    const open = [...modules.keys()].filter(id => id === changed || id.includes('/testing/'))
    const forgotten = new Set<string>()
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const module = modules.get(id)
      if (module === undefined || forgotten.has(id)) continue
      forgotten.add(id)
      open.push(...module.importers)
      Object.assign(module, { promise: undefined, exports: undefined, evaluated: false })
      module.importers.clear()
    }
  }
}
