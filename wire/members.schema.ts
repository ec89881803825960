import { z } from 'zod'
import { endpoint } from './endpoint.schema.ts'
import { email, id } from './fields.schema.ts'
import { members } from './members.ts'
import { common } from './objects.schema.ts'

export const memberEndpoints = {
  /** Consumer projects have no organizations, so there are no members. */
  search: endpoint(members.search, {
    params: null,
    body: z.object({ email_address: email, organization_id: id }),
    data: z.strictObject({ ...common.shape, member: z.null() }),
  }),
}
