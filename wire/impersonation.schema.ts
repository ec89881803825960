import { z } from 'zod'
import { endpoint } from './endpoint.schema.ts'
import { fingerprint, token } from './fields.schema.ts'
import { impersonation } from './impersonation.ts'
import { authResultWithoutUserCopy } from './objects.schema.ts'

export const impersonationEndpoints = {
  authenticate: endpoint(impersonation.authenticate, {
    params: null,
    body: z.object({ ...fingerprint, impersonation_token: token }),
    data: authResultWithoutUserCopy,
  }),
}
