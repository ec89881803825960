import type { endpoints } from '@corroborate/wire/endpoints.schema'
import { emails } from '../../accounts/contacts/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import type { Call } from '../../sdk/http/index.ts'
import { requireLink } from './require-link.ts'

/** Returns a link's address and its verification state, without spending the link. */
export const lookAtLink = async (core: Core, call: Call<typeof endpoints.magicLinks.look>) => {
  const { userId, subject, attach } = await requireLink(core, call)
  const own = (await emails.list(core.db, call.project.id, userId)).find(({ id }) => id === subject)
  const email = attach ?? own?.value
  if (email === undefined) refuse('unable_to_auth_magic_link')
  return { user_id: userId, email_address: email, email_verified: own?.verified === true }
}
