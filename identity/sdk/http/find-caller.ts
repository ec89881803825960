import { sessions as sessionPaths } from '@corroborate/wire/sessions'
import { totps } from '@corroborate/wire/totps'
import type { User } from '@corroborate/wire/types'
import { webauthn } from '@corroborate/wire/webauthn'
import { isLimited, type LiveSession } from '../../accounts/sessions/index.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../core/index.ts'
import type { Route } from './route.ts'

/** Calls that finish a sign-in, or give it up. Those with an optional session prove a factor. */
const finishing: ReadonlySet<string> = new Set(
  [totps.authenticate, totps.recover, webauthn.authenticateStartSecondary, sessionPaths.revoke].map(({ path }) => path),
)

/** Creates the session lookup for an endpoint's authentication. @throws Refusal if a required session is missing */
export const createFindCaller =
  ({ sessions }: Pick<Core, 'sessions'>) =>
  async (
    { endpoint: { auth, path }, readsUser }: Route,
    { project, token, at }: { project: Project; token: string | null; at: number },
  ): Promise<{ session: LiveSession | null; user?: User }> => {
    const nobody = { session: null }
    if (auth !== 'session' && auth !== 'optional') return nobody
    if (token === null) return auth === 'session' ? refuse('user_unauthenticated') : nobody
    const found =
      readsUser || project.sessions.limitPending
        ? ((await sessions.findWithUser(project, token, at)) ?? nobody)
        : { session: await sessions.find(project, token, at) }
    if (found.session === null && auth === 'session')
      refuse(isJwt(token) ? 'unable_to_parse_session_jwt' : 'session_not_found')
    const user = 'user' in found ? found.user : undefined
    if (auth === 'session' && found.session !== null && user && isLimited(project, found.session, user)) {
      if (!finishing.has(path)) refuse('insufficient_factors')
    }
    return found
  }

/** Session JWTs are for applications to read. They are not credentials here, even with a valid signature. */
const isJwt = (token: string): boolean => token.split('.').length === 3
