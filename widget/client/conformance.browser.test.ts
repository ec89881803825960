import { describeClient, openStage } from '../../identity/conformance/testing/index.ts'
import { openOurClient } from './testing/our-client.ts'

const ours = await openOurClient()

describeClient(() => openStage(ours), {
  api: 'ApiError',
  schema: 'ApiSchemaError',
  unreachable: 'ApiUnreachableError',
})
