import process from 'node:process'
import { expect, test } from 'vitest'
import { OperatorError } from '../operator-error/index.ts'
import { requireNode } from './index.ts'

test.each(['v20.19.0', 'v23.99.0', '23.0.0'])('Node %s is rejected with a message', version => {
  expect(() => requireNode(version)).toThrow(OperatorError)
  expect(() => requireNode(version)).toThrow(`Node ${version} is too old: Node 24 or later is needed.`)
})

test.each(['v24.0.0', '24.0.0', 'v25.1.0', process.version])('Node %s is accepted', version => {
  requireNode(version)
})
