import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Settings } from '@corroborate/server-kit/settings'
import type { User } from '@corroborate/wire/types'
import { impersonationMinutes, issueImpersonation } from '../../accounts/impersonation/index.ts'
import { ensureKey, publicKeys, rotateKey } from '../../accounts/sessions/index.ts'
import { countUsersWithRole, listUserIds, updateUser } from '../../accounts/users/index.ts'
import { audit, readAudit } from '../../platform/audit/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { openSealer } from '../../platform/sealing/index.ts'
import {
  createProject,
  findProject,
  listProjects,
  type Project,
  projectConfig,
  projectName,
  updateProject,
} from '../../projects/index.ts'
import { users } from '../../users.ts'
import { importUsers } from '../user-import/index.ts'
import { CliError, UsageError } from './cli-error.ts'
import { findUserId } from './find-user-id.ts'
import { operatorHere } from './operator.ts'
import { applySettings, settingFlags } from './setting-flags.ts'
import { auditLines, projectLines, projectSummary, projectView, userLines, userSummary } from './views.ts'

export type CommandContext = {
  db: Database
  settings: Settings
  /** What follows the command's own words. */
  operands: string[]
  /** Every value of every flag given. */
  flags: Record<string, string[]>
  stdin: NodeJS.ReadableStream
}

/** What a command has to show: for programs, and for people. */
export type Outcome = { json: unknown; text: string }

export type Command = {
  /** The words that choose it. */
  words: readonly string[]
  operands: string
  summary: string
  flags: Readonly<Record<string, { argument: string; help: string }>>
  run: (context: CommandContext) => Promise<Outcome>
}

const ofProject = { project: { argument: 'TOKEN', help: 'the project (default: the one of the site beside us)' } }

const projectNamed = async (db: Database, token: string): Promise<Project> => {
  const project = await findProject(db, token)
  if (project === null) throw new CliError(`There is no project ${token}: \`project list\` shows them.`)
  return project
}

const chosenProject = ({ db, settings, flags }: CommandContext): Promise<Project> =>
  projectNamed(db, flags.project?.at(-1) ?? settings.identity.publicToken)

const operand = ({ operands }: CommandContext, index: number, name: string): string => {
  const value = operands[index]
  if (value === undefined || value.trim() === '') throw new UsageError(`${name} is missing.`)
  return value
}

const userNamed = async (db: Database, project: Project, text: string): Promise<User> => {
  const userId = await findUserId(db, project.id, text)
  const user = userId === null ? null : await users.read(db, project.id, userId)
  if (user === null) throw new CliError(`${project.name} has no user ${text}.`)
  return user
}

const actorHere = (): string => `operator:${operatorHere()}`

const nameFrom = (text: string): string => {
  const name = projectName.safeParse(text)
  if (name.success) return name.data
  throw new UsageError(`The name ${name.error.issues[0]?.message}.`)
}

/** A project whose algorithm was named gets a key of it at once: a running server signs with the key there is. */
const ensureKeyOfAlgorithm = async ({ db, settings, flags }: CommandContext, project: Project): Promise<void> => {
  if (flags['jwt-algorithm'] === undefined) return
  await ensureKey(db, await openSealer(db, settings), project, Date.now())
}

/** Whoever has a role keeps it in the user object whatever the project says: it is taken from them first. */
const requireUnusedRole = async (db: Database, { id, name }: Project, role: string): Promise<void> => {
  const users = await countUsersWithRole(db, id, role)
  if (users === 0) return
  const who = users === 1 ? 'One user' : `${users} users`
  throw new CliError(`${who} of ${name} have the role ${role}: take it from them first with \`user role remove\`.`)
}

const count = ({ flags }: CommandContext, fallback: number): number => {
  const text = flags.limit?.at(-1)
  if (text === undefined) return fallback
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(`--limit ${text}: must be a whole number from 1 to 999999.`)
  return Number(text)
}

const changeRoles = async (
  context: CommandContext,
  change: (roles: string[], role: string) => string[],
): Promise<Outcome> => {
  const { db } = context
  const project = await chosenProject(context)
  const user = await userNamed(db, project, operand(context, 0, 'The user'))
  const role = operand(context, 1, 'The role')
  const known = project.rbac.roles.map(({ role_id }) => role_id)
  if (!known.includes(role) && !user.roles.includes(role)) {
    throw new CliError(
      `${project.name} has no role ${role}, only ${known.join(', ')}: add it with \`project set ${project.publicToken} --role ${role}\`.`,
    )
  }
  const roles = change(user.roles, role)
  await db.transaction().execute(async tx => {
    await updateUser(tx, project.id, user.user_id, { roles })
    await audit(tx, {
      projectId: project.id,
      action: 'user.roles_changed',
      actor: actorHere(),
      userId: user.user_id,
      details: { before: user.roles, after: roles },
    })
  })
  const changed = await userNamed(db, project, user.user_id)
  return { json: changed, text: userLines(changed) }
}

/** Everything `npm run identity` can do. */
export const commands: readonly Command[] = [
  {
    words: ['project', 'create'],
    operands: 'NAME',
    summary: 'makes a project for another web page; prints its public token',
    flags: { live: { argument: '', help: 'its ids say live instead of test' }, ...settingFlags },
    run: async context => {
      const { db, flags } = context
      const project = await createProject(db, {
        name: nameFrom(operand(context, 0, 'The name')),
        environment: flags.live === undefined ? 'test' : 'live',
        config: applySettings(projectConfig.parse({}), flags),
      })
      await ensureKeyOfAlgorithm(context, project)
      const details = { name: project.name, ...flags }
      await audit(db, { projectId: project.id, action: 'project.created', actor: actorHere(), details })
      return { json: projectView(project), text: projectLines(project) }
    },
  },
  {
    words: ['project', 'list'],
    operands: '',
    summary: 'lists all projects',
    flags: {},
    run: async ({ db }) => {
      const projects = await listProjects(db)
      return { json: projects.map(projectView), text: projects.map(projectSummary).join('\n') }
    },
  },
  {
    words: ['project', 'show'],
    operands: '[TOKEN]',
    summary: 'shows a project’s settings',
    flags: {},
    run: async ({ db, operands, settings }) => {
      const project = await projectNamed(db, operands[0] ?? settings.identity.publicToken)
      return { json: projectView(project), text: projectLines(project) }
    },
  },
  {
    words: ['project', 'set'],
    operands: 'TOKEN',
    summary: 'changes settings; a running server follows within a second',
    flags: { name: { argument: 'TEXT', help: 'what people are shown' }, ...settingFlags },
    run: async context => {
      const { db, flags } = context
      const known = await projectNamed(db, operand(context, 0, 'The public token'))
      if (Object.keys(flags).length === 0) throw new UsageError('Say what to set: name at least one setting.')
      const name = flags.name === undefined ? undefined : nameFrom(flags.name.at(-1) ?? '')
      for (const role of flags['remove-role'] ?? []) await requireUnusedRole(db, known, role)
      const project = await updateProject(db, known.publicToken, current => ({
        name,
        config: applySettings(current, flags),
      }))
      if (project === null) throw new CliError('The project has just been removed.')
      await ensureKeyOfAlgorithm(context, project)
      await audit(db, {
        projectId: project.id,
        action: 'project.changed',
        actor: actorHere(),
        details: flags,
      })
      return { json: projectView(project), text: projectLines(project) }
    },
  },
  {
    words: ['user', 'list'],
    operands: '',
    summary: 'lists the newest users',
    flags: { ...ofProject, limit: { argument: 'N', help: 'how many (default 50)' } },
    run: async context => {
      const project = await chosenProject(context)
      const listed: User[] = []
      for (const userId of await listUserIds(context.db, project.id, count(context, 50))) {
        const user = await users.read(context.db, project.id, userId)
        if (user !== null) listed.push(user)
      }
      return { json: listed, text: listed.map(userSummary).join('\n') || 'Nobody yet.' }
    },
  },
  {
    words: ['user', 'show'],
    operands: 'USER',
    summary: 'shows a user, by id, e-mail address, phone number or external id',
    flags: ofProject,
    run: async context => {
      const project = await chosenProject(context)
      const user = await userNamed(context.db, project, operand(context, 0, 'The user'))
      return { json: user, text: userLines(user) }
    },
  },
  {
    words: ['user', 'role', 'add'],
    operands: 'USER ROLE',
    summary: 'gives a user a role, such as moderator',
    flags: ofProject,
    run: context => changeRoles(context, (roles, role) => [...new Set([...roles, role])]),
  },
  {
    words: ['user', 'role', 'remove'],
    operands: 'USER ROLE',
    summary: 'takes it away',
    flags: ofProject,
    run: context => changeRoles(context, (roles, role) => roles.filter(each => each !== role)),
  },
  {
    words: ['user', 'delete'],
    operands: 'USER',
    summary: 'removes a user with everything that is theirs',
    flags: ofProject,
    run: async context => {
      const { db } = context
      const project = await chosenProject(context)
      const user = await userNamed(db, project, operand(context, 0, 'The user'))
      await db.transaction().execute(async tx => {
        await users.delete(tx, project.id, user.user_id)
        await audit(tx, { projectId: project.id, action: 'user.deleted', actor: actorHere(), userId: user.user_id })
      })
      return { json: { deleted: user.user_id }, text: `Deleted ${user.user_id}.` }
    },
  },
  {
    words: ['user', 'import'],
    operands: 'FILE',
    summary: 'brings in users, one JSON object a line; - reads standard input',
    flags: ofProject,
    run: async context => {
      const project = await chosenProject(context)
      const file = operand(context, 0, 'The file')
      const input: NodeJS.ReadableStream = file === '-' ? context.stdin : createReadStream(file)
      const opened = new Promise<never>((_, reject) => input.once('error', reject))
      const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
      try {
        const report = await Promise.race([importUsers(context.db, project, lines, actorHere()), opened])
        const skipped = report.skipped.map(({ line, reason }) => `line ${line}: ${reason}`)
        return {
          json: report,
          text: [`Imported ${report.imported}, skipped ${report.skipped.length}.`, ...skipped].join('\n'),
        }
      } catch (error) {
        if (error instanceof Error && 'code' in error && 'syscall' in error) {
          throw new CliError(`${file} cannot be read (${error.code}).`)
        }
        throw error
      }
    },
  },
  {
    words: ['keys', 'rotate'],
    operands: '',
    summary: 'signs JWTs with a new key; old signatures stay valid until they expire',
    flags: {
      ...ofProject,
      'revoke-old': { argument: '', help: 'old keys were stolen: no signature of theirs is valid any more' },
    },
    run: async context => {
      const { db, settings, flags } = context
      const project = await chosenProject(context)
      const revokeOld = flags['revoke-old'] !== undefined
      const kid = await rotateKey(db, await openSealer(db, settings), project, { revokeOld, now: Date.now() })
      const details = { kid, old_revoked: revokeOld }
      await audit(db, { projectId: project.id, action: 'keys.rotated', actor: actorHere(), details })
      const keys = (await publicKeys(db, project.id, Date.now())).map(key => key.kid)
      return {
        json: { kid, published: keys },
        text: `Signing with ${kid}; ${keys.length === 1 ? '1 key is' : `${keys.length} keys are`} published.`,
      }
    },
  },
  {
    words: ['impersonate'],
    operands: 'EMAIL',
    summary: `makes a token that opens one session as a user, for ${impersonationMinutes.session} minutes`,
    flags: {
      reason: { argument: 'TEXT', help: 'why, for the audit log (required)' },
      by: { argument: 'EMAIL', help: 'who you are (default: the name you are logged in with here)' },
      ...ofProject,
    },
    run: async context => {
      const { db, flags } = context
      const reason = flags.reason?.at(-1)?.trim()
      if (!reason) throw new CliError('Say why with --reason: it goes into the audit log.')
      const project = await chosenProject(context)
      const user = await userNamed(db, project, operand(context, 0, 'The e-mail address'))
      const operator = flags.by?.at(-1) ?? operatorHere()
      const token = await db
        .transaction()
        .execute(tx => issueImpersonation(tx, { project, userId: user.user_id, operator, reason }))
      return {
        json: { user_id: user.user_id, impersonation_token: token, expires_in_minutes: impersonationMinutes.token },
        text: [
          token,
          `Good once, for ${impersonationMinutes.token} minutes: impersonation.authenticate({ impersonation_token }) opens a session as ${user.user_id}.`,
        ].join('\n'),
      }
    },
  },
  {
    words: ['audit'],
    operands: '',
    summary: 'tells who did what to whom, the newest first',
    flags: {
      ...ofProject,
      user: { argument: 'USER', help: 'only what was done to this user' },
      action: { argument: 'NAME', help: 'only this action, such as session.issued' },
      since: { argument: 'TIME', help: 'only from this time on, such as 2026-11-21' },
      limit: { argument: 'N', help: 'how many (default 50)' },
    },
    run: async context => {
      const { db, flags } = context
      const project = await chosenProject(context)
      const who = flags.user?.at(-1)
      const since = flags.since?.at(-1)
      if (since !== undefined && Number.isNaN(Date.parse(since))) throw new CliError(`"${since}" is not a time.`)
      const entries = await readAudit(db, {
        projectId: project.id,
        // A user who is gone is still found by id.
        userId: who === undefined ? undefined : ((await findUserId(db, project.id, who)) ?? who),
        action: flags.action?.at(-1),
        since: since === undefined ? undefined : Date.parse(since),
        limit: count(context, 50),
      })
      return { json: entries, text: auditLines(entries) }
    },
  },
]
