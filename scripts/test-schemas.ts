import { randomBytes } from 'node:crypto'
import { dropSchemas } from '@corroborate/server-kit/testing/schemas'
import type { TestProject } from 'vitest/node'

/** The schemas of one run on PostgreSQL have a prefix in common. When the run ends, whatever became of its tests, they go. */
const keepSchemasOfRun = ({ provide }: TestProject): (() => Promise<void>) => {
  const prefix = `test_${randomBytes(4).toString('hex')}_`
  provide('schemaPrefix', prefix)
  return () => dropSchemas(prefix)
}

export default keepSchemasOfRun
