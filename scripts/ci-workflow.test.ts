import { expect, test } from 'vitest'
import { readSource } from './source-files.ts'

const workflow = readSource('.github/workflows/ci.yml')

test('the CI workflow runs .ci/run for pull requests, cancels outdated runs and times out', () => {
  expect(workflow).toMatch(/^on:\n(?: {2}.*\n)*? {2}pull_request:$/m)
  expect(workflow).toMatch(/^ {6}- run: \.ci\/run$/m)
  expect(workflow).toMatch(/^ {2}cancel-in-progress: true$/m)
  expect(workflow).toMatch(/^ {4}timeout-minutes: \d+$/m)
})

test('the CI workflow has read-only permissions, pinned actions and no secrets', () => {
  expect(workflow.match(/^\s*permissions:\n(?:\s+.*\n)*?(?=\n)/m)?.[0]).toBe('\npermissions:\n  contents: read\n')
  const actions = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action]) => action)
  expect(actions.length).toBeGreaterThan(0)
  for (const action of actions) expect(action).toMatch(/@[0-9a-f]{40}$/)
  expect(workflow).not.toMatch(/pull_request_target|\{\{ secrets|: write/)
})
