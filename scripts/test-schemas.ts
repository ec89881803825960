import { randomBytes } from 'node:crypto'
import { dropSchemas } from '@corroborate/server-kit/testing/schemas'
import type { TestProject } from 'vitest/node'

/** The schemas of one run on PostgreSQL have a prefix in common. They are deleted when the run ends, also when its tests fail. */
const keepSchemasOfRun = ({ provide }: TestProject): (() => Promise<void>) => {
  const prefix = `test_${randomBytes(4).toString('hex')}_`
  provide('schemaPrefix', prefix)
  return () => dropSchemas(prefix)
}

export default keepSchemasOfRun
