import { isUniqueViolation } from '@corroborate/server-kit/database'
import type { Settings } from '@corroborate/server-kit/settings'
import type { Database, Tx } from '../platform/database/index.ts'
import { createProject, findProject, type Project, updateProject } from '../projects/index.ts'

/** Administrators are the users of this project; its token is no secret, as that of no project is. */
export const consoleToken = 'public-token-test-00000000-c045-401e-8000-000000000000'

/** Sessions of the console, in minutes: how long one lasts unless its administrator does something, and at most. */
export const consoleSessionMinutes = { idle: 60, longest: 8 * 60 } as const

export const isConsole = ({ publicToken }: Pick<Project, 'publicToken'>): boolean => publicToken === consoleToken

/** Returns the console's project, or null if there has never been an administrator. */
export const findConsoleProject = (db: Database | Tx): Promise<Project | null> => findProject(db, consoleToken)

/** Updates the console project's origin to the provider's address, if there is an administrator. */
export const followOrigin = async (
  db: Database,
  settings: Pick<Settings, 'identity' | 'mail'>,
  now: number,
): Promise<void> => {
  if ((await findConsoleProject(db)) !== null) await ensureConsoleProject(db, settings, now)
}

/** The project that administrators belong to, on the origin of the provider alone. Made with the first of them. */
export const ensureConsoleProject = async (
  db: Database,
  { identity: { origin }, mail }: Pick<Settings, 'identity' | 'mail'>,
  now: number,
): Promise<Project> => {
  const known = (await findConsoleProject(db)) ?? (await makeProject(db, { origin, from: mail.from }, now))
  if (known.allowedOrigins.length === 1 && known.allowedOrigins[0] === origin) return known
  return (await updateProject(db, consoleToken, () => ({ config: { allowedOrigins: [origin] } }), now)) ?? known
}

const makeProject = async (
  db: Database,
  { origin, from }: { origin: string; from: string },
  now: number,
): Promise<Project> => {
  const emailDomain = /@([^<>@\s]+?)>?$/.exec(from)?.[1] ?? 'localhost'
  const { idle, longest } = consoleSessionMinutes
  try {
    return await createProject(
      db,
      {
        name: 'Identity console',
        publicToken: consoleToken,
        config: {
          allowedOrigins: [origin],
          emailDomains: [emailDomain],
          enumerationProtection: true,
          sessions: { maximumMinutes: idle, absoluteMinutes: longest, recentFactorMinutes: idle, limitPending: false },
        },
      },
      now,
    )
  } catch (error) {
    // Another command made it at the same moment.
    const made = isUniqueViolation(error) ? await findConsoleProject(db) : null
    if (made === null) throw error
    return made
  }
}
