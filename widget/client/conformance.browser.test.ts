import { afterAll } from 'vitest'
import { describeClient, openStage } from '../../identity/conformance/testing/index.ts'
import { buildOurClient } from './testing/our-client.ts'

const ours = await buildOurClient()
afterAll(ours.remove)

describeClient(() => openStage(ours), {
  api: 'ApiError',
  schema: 'ApiSchemaError',
  unreachable: 'ApiUnreachableError',
})
