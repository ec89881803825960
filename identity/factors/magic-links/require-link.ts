import type { EmailAddress } from '@corroborate/wire/email'
import { type LiveSecret, lookAtToken } from '../../accounts/single-use/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { RequestFacts } from '../../platform/request/index.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import { linkPayload } from './link-payload.ts'

/** Token types accepted here: magic links, and both links of a reset mail. */
const acceptedKinds = ['magic_link', 'reset_login', 'password_reset'] as const

type Opened = { project: Project; body: { token: string }; request: RequestFacts }

/** A link that was not used yet, with the address that it adds to its user, or null. */
export type Link = LiveSecret & { attach: EmailAddress | null }

/**
 * The link that a token belongs to. It is not spent.
 * @throws Refusal `unable_to_auth_magic_link`, `too_many_requests`
 */
export const requireLink = async (
  { db, guard }: Pick<Core, 'db' | 'guard'>,
  { project, body, request }: Opened,
): Promise<Link> => {
  await guard.address('tryPerAddress', request)
  const secret = await lookAtToken(db, project.id, acceptedKinds, body.token, request.now)
  if (secret === null) refuse('unable_to_auth_magic_link')
  return { ...secret, ...linkPayload.parse(secret.payload ?? {}) }
}
