import { describeClient, openStage } from './testing/index.ts'

describeClient(openStage, {
  api: 'StytchAPIError',
  schema: 'StytchAPISchemaError',
  unreachable: 'StytchAPIUnreachableError',
})
