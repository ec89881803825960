import process from 'node:process'
import { BroadcastChannel } from 'node:worker_threads'
import { inject, type RunnerTask, type RunnerTestFile, type RunnerTestSuite, TestRunner } from 'vitest'
import { startTests } from 'vitest/internal/browser'
import { channelName, type Trial, type Verdict } from './messages.ts'

declare module 'vitest' {
  interface ProvidedContext {
    warm: boolean
  }
}

/** What the changed code asks which change is on, and counts in. */
type Switch = { activeMutant?: string | undefined; hitCount?: number; hitLimit?: number | undefined }
const theSwitch: Switch = {}
Object.assign(globalThis, { __stryker__: Object.assign(theSwitch, Reflect.get(globalThis, '__stryker__')) })

type Failure = { test: string; message: string }
type Config = TestRunner['config']

const messageOf = (task: RunnerTask): string => task.result?.errors?.[0]?.message ?? 'It failed.'
const nameOf = (task: RunnerTask): string =>
  task.suite === undefined || task.suite === task.file ? task.name : `${nameOf(task.suite)} > ${task.name}`

/** What Vitest gives to the runner it has made, and not to those that we make. */
type Inside = {
  moduleRunner: { evaluatedModules: { idToModuleMap: Map<string, { importers: Set<unknown> }> } }
  _otel: unknown
}

/** Runs tests until one fails, and tells nobody but us. */
class Quiet extends TestRunner {
  failure: Failure | null = null
  tests = 0
  readonly #isOn: () => void

  constructor(config: Config, isOn: () => void) {
    super(config)
    this.#isOn = isOn
  }

  #note(task: RunnerTask, message = messageOf(task)): void {
    this.failure ??= { test: nameOf(task), message }
  }
  onBeforeRunFiles(): void {
    this.#isOn()
  }
  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    if (this.failure !== null) suite.mode = 'skip'
    await super.onBeforeRunSuite(suite)
  }
  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    // A suite whose hooks fail; one whose test has failed comes second.
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

/** How long the tests of a file took the last time, in ms. */
const times = new Map<string, number>()
const took = (path: string): number => times.get(path) ?? 0

/**
 * The runner of tests in the worker. Where it is told so, its first file never begins: it stays, with all modules loaded,
 * and tries one change after the other, which takes a fraction of the time that a new worker takes to load everything.
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
    const { failure, tests } = await this.#run(trial, trial.files)
    const { hitCount = 0, hitLimit } = theSwitch
    const answer = { trial: trial.trial, tests, test: failure?.test ?? '', message: failure?.message ?? '' }
    if (hitLimit !== undefined && hitCount > hitLimit) return { ...answer, outcome: 'endless' }
    if (failure === null) return { ...answer, outcome: 'survived' }
    const again = await this.#run({ ...trial, mutant: '', hitLimit: null }, failure.only)
    return again.failure === null
      ? { ...answer, outcome: 'failed' }
      : { ...answer, outcome: 'dirty', message: again.failure.message }
  }

  /** Runs the files in turn, the quick ones first. */
  async #run({ mutant, hitLimit, isStatic }: Trial, files: Trial['files']) {
    let tests = 0
    let unhandled: string | null = null
    const note = (error: unknown): void => {
      unhandled ??= String(error)
    }
    process.on('unhandledRejection', note)
    try {
      for (const { path, names } of files.toSorted((a, b) => took(a.path) - took(b.path))) {
        if (isStatic) this.#forgetModules()
        const switchOn = (): void => {
          Object.assign(theSwitch, { activeMutant: mutant, hitCount: 0, hitLimit: hitLimit ?? undefined })
        }
        const runner = this.#quiet(names, switchOn)
        if (isStatic) switchOn()
        const began = performance.now()
        const [file] = await startTests([path], runner as never)
        if (!isStatic) times.set(path, performance.now() - began)
        runner.noteFile(file as RunnerTestFile | undefined)
        theSwitch.activeMutant = undefined
        tests += runner.tests
        const failed = runner.failure ?? (unhandled === null ? null : { test: path, message: unhandled })
        if (failed !== null) return { tests, failure: { ...failed, only: [{ path, names }] } }
      }
      return { tests, failure: null }
    } finally {
      theSwitch.activeMutant = undefined
      process.off('unhandledRejection', note)
      if (isStatic) this.#forgetModules()
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

  /** Of ours only: packages are not changed. */
  #forgetModules(): void {
    for (const [id, module] of this.#inside.moduleRunner.evaluatedModules.idToModuleMap) {
      if (id.includes('/node_modules/') || id.includes('/scripts/mutate/')) continue
      Object.assign(module, { promise: undefined, exports: undefined, evaluated: false })
      module.importers.clear()
    }
  }
}
