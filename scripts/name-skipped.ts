import { relative } from 'node:path'
import process from 'node:process'
import type { Reporter, TestModule, Vitest } from 'vitest/node'

/** Names the tests that were skipped, at the end of a run: a part that was not tested must not look as if it had been. */
export default class NameSkipped implements Reporter {
  #isWhole = true

  /** With `-t NAME` the other tests are skipped on purpose. */
  onInit({ config }: Vitest): void {
    this.#isWhole = config.testNamePattern === undefined
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules.flatMap(module => {
      const skipped = [...module.children.allTests('skipped')]
      const where = relative(process.cwd(), module.moduleId)
      return skipped.length === 0 ? [] : `  ${skipped.length} in ${where}: ${skipped[0]?.fullName}\n`
    })
    if (this.#isWhole && lines.length > 0) process.stdout.write(`\nSkipped, and so not tested here:\n${lines.join('')}`)
  }
}
