import { cookieNamed, type HttpContext } from '@corroborate/server-kit/http'
import type { User } from '@corroborate/wire/types'
import { isSecondFactor } from '../../accounts/second-factor/second-factor.ts'
import { extendSession, type LiveSession } from '../../accounts/sessions/index.ts'
import { consoleSessionMinutes, consoleToken } from '../../administrators/console-project.ts'
import { consolePath } from '../../administrators/invite.ts'
import { type AdministratorRole, roleOf } from '../../administrators/store.ts'
import type { RequestFacts } from '../../platform/request/facts-of.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import type { Operator } from '../commands/index.ts'

/** An administrator signed in with both factors. */
export type Administrator = {
  project: Project
  session: LiveSession
  user: User
  email: string
  role: AdministratorRole
}

/** State of the visitor's sign-in. */
export type Asker =
  | { kind: 'stranger' }
  /** Signed in, without the second factor yet. `canProve`: they have one to prove. */
  | { kind: 'halfway'; project: Project; session: LiveSession; user: User; token: string; canProve: boolean }
  /** Signed in to an account that is no administrator's. */
  | { kind: 'nobody'; email: string }
  | ({ kind: 'administrator'; token: string } & Administrator)

const isSecure = ({ origin }: Pick<Core, 'origin'>): boolean => origin.startsWith('https:')

/** `__Host-` binds the cookie to this host over TLS, so sibling domains cannot set it. Requires `Path=/`. */
const cookieName = (core: Pick<Core, 'origin'>): string =>
  isSecure(core) ? '__Host-console_session' : 'console_session'

/** The token of the console's session, which no other site's page can send. */
export const tokenOf = (c: HttpContext, core: Pick<Core, 'origin'>): string | undefined =>
  cookieNamed(c.req.header('Cookie'), cookieName(core))

export const setToken = (c: HttpContext, core: Pick<Core, 'origin'>, token: string | null): void => {
  const place = isSecure(core) ? 'Path=/; Secure' : `Path=${consolePath}`
  const value = token === null ? '; Max-Age=0' : ''
  c.header('Set-Cookie', `${cookieName(core)}=${token ?? ''}; ${place}; HttpOnly; SameSite=Strict${value}`, {
    append: true,
  })
}

/** Authenticates a request. Reads the role every time, so that its removal takes effect immediately. */
export const readAsker = async (core: Core, c: HttpContext): Promise<Asker> => {
  const token = tokenOf(c, core)
  const project = await core.projects.byPublicToken(consoleToken)
  if (token === undefined || token === '' || project === null) return { kind: 'stranger' }
  const now = core.now()
  const found = await core.sessions.findWithUser(project, token, now)
  if (found === null) return { kind: 'stranger' }
  const { session, user } = found
  const email = user.emails[0]?.email ?? user.user_id
  const role = await roleOf(core.db, project.id, user.user_id)
  if (role === null) return { kind: 'nobody', email }
  if (!session.factors.some(isSecondFactor)) {
    return { kind: 'halfway', project, session, user, token, canProve: hasSecondFactor(user) }
  }
  await keepAlive(core, project, session, now)
  return { kind: 'administrator', project, session, user, token, email, role }
}

const hasSecondFactor = (user: User): boolean =>
  user.totps.some(({ verified }) => verified) || user.webauthn_registrations.length > 0

const minute = 60_000

/** Extends an active administrator's session, up to the maximum lifetime. */
const keepAlive = async ({ db }: Core, project: Project, session: LiveSession, now: number): Promise<void> => {
  const { idle } = consoleSessionMinutes
  if (session.expiresAt - now > (idle - 5) * minute || session.expiresAt >= session.endsAt) return
  await extendSession(db, project, session, idle, now)
}

/** Returns an administrator as the operator of a command, with the reason. */
export const operatorOf = ({ email, role }: Administrator, request: RequestFacts, reason: string | null): Operator => ({
  name: email,
  role,
  reason,
  request,
})
