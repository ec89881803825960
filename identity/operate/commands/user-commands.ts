import { UsageError } from '@corroborate/server-kit/command-line'
import { runTransaction } from '@corroborate/server-kit/database'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { enqueueJob } from '@corroborate/server-kit/outbox'
import { parseEmail } from '@corroborate/wire/email'
import type { User } from '@corroborate/wire/types'
import { emails, phoneNumbers } from '../../accounts/contacts/attach.ts'
import { withdrawAllOf } from '../../accounts/one-time-tokens/index.ts'
import {
  findUserId as findByOwnId,
  listUserIds,
  listUserIdsWithRole,
  lockUser,
  touchUser,
  updateUser,
} from '../../accounts/users/index.ts'
import { notifyOwner } from '../../delivery/index.ts'
import { removeTotps } from '../../factors/totps/store.ts'
import { brought } from '../../features.ts'
import type { Database } from '../../platform/database/index.ts'
import { everybodysRole, type Project } from '../../projects/index.ts'
import { type Command, type CommandContext, type Outcome, ofProject, type ProjectContext } from './command.ts'
import { importCommand } from './import-command.ts'
import { noteOf } from './operator.ts'
import { userLines, userSummary } from './views.ts'

/** Finds a user by ID, email address, phone number or external ID. */
export const findUserId = async (db: Database, projectId: string, text: string): Promise<string | null> => {
  const parsed = parseEmail(text)
  if (parsed.kind === 'email') return (await emails.find(db, projectId, parsed.email))?.userId ?? null
  if (text.startsWith('+')) return (await phoneNumbers.find(db, projectId, text))?.userId ?? null
  return findByOwnId(db, projectId, text)
}

/** The user an operator means, by anything `findUserId` takes. @throws OperatorError */
export const userNamed = async (db: Database, project: Project, text: string): Promise<User> => {
  const userId = await findUserId(db, project.id, text)
  const user = userId === null ? null : await brought.users.read(db, project.id, userId, Date.now())
  if (user === null) throw new OperatorError(`${project.name} has no user ${text}.`)
  return user
}

const usual = 50

/** The option of a list that may be long. */
export const limitFlag = { limit: { argument: 'N', help: `How many (default: ${usual})` } }

/** The whole number of `--limit`. @throws UsageError */
export const limitOf = (flags: CommandContext['flags']): number => {
  const text = flags.limit?.at(-1)
  if (text === undefined) return usual
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(`--limit ${text}: must be a whole number from 1 to 999999.`)
  return Number(text)
}

const changeRoles = async (
  { db, project, operator, operands: [named = '', role = ''] }: ProjectContext,
  change: (roles: string[], role: string) => string[],
): Promise<Outcome> => {
  const user = await userNamed(db, project, named)
  if (role === everybodysRole) {
    throw new OperatorError(`Every user has the role ${role}; it cannot be assigned or removed.`)
  }
  const known = project.rbac.roles.map(({ role_id }) => role_id)
  if (!known.includes(role) && !user.roles.includes(role)) {
    throw new OperatorError(
      `${project.name} has no role ${role}, only ${known.join(', ')}: add it with \`project set ${project.publicToken} --role ${role}\`.`,
    )
  }
  await runTransaction(db, async tx => {
    await lockUser(tx, project.id, user.user_id)
    const before = (await brought.users.read(tx, project.id, user.user_id, Date.now()))?.roles ?? []
    const roles = change(before, role)
    await updateUser(tx, project.id, user.user_id, { roles }, Date.now())
    await noteOf(operator, tx, project, 'user.roles_changed', {
      userId: user.user_id,
      details: { before, after: roles },
    })
  })
  const changed = await userNamed(db, project, user.user_id)
  return { json: changed, text: userLines(changed) }
}

/** Removes the authenticator of a user who lost both phone and recovery codes. Notifies the owner at every verified address. */
const removeAuthenticator = async ({
  db,
  project,
  operator,
  operands: [named = ''],
}: ProjectContext): Promise<Outcome> => {
  const { user_id: userId } = await userNamed(db, project, named)
  const at = Date.now()
  const outbox: Parameters<typeof notifyOwner>[0]['outbox'] = { enqueue: (tx, job) => enqueueJob(tx, job, at) }
  const removed = await runTransaction(db, async tx => {
    await lockUser(tx, project.id, userId)
    const apps = ((await brought.users.read(tx, project.id, userId, at))?.totps ?? []).filter(
      ({ verified }) => verified,
    )
    if (apps.length === 0) return false
    await removeTotps(tx, project.id, userId)
    for (const { totp_id } of apps) await withdrawAllOf(tx, project.id, totp_id, at)
    await touchUser(tx, project.id, userId, at)
    await noteOf(operator, tx, project, 'totp.deleted', {
      userId,
      details: { ids: apps.map(({ totp_id }) => totp_id) },
    })
    await notifyOwner({ outbox, now: () => at }, tx, { project, userId, change: 'authenticator-app-removed', at })
    return true
  })
  if (!removed) throw new OperatorError(`${named} has no authenticator app.`)
  return { json: { removed: userId }, text: `${named} logs in without an authenticator app from now on.` }
}

const list = async ({ db, project }: ProjectContext, ids: readonly string[]): Promise<Outcome> => {
  const read = await Promise.all(ids.map(id => brought.users.read(db, project.id, id, Date.now())))
  const users = read.filter(user => user !== null)
  return { json: users, text: users.map(userSummary).join('\n') || 'Nobody yet.' }
}

/** User commands. */
export const userCommands: readonly Command[] = [
  ofProject({
    usage: 'user list',
    reads: true,
    summary: 'Lists the newest users',
    flags: limitFlag,
    run: async context => list(context, await listUserIds(context.db, context.project.id, limitOf(context.flags))),
  }),
  ofProject({
    usage: 'user show <USER>',
    reads: true,
    summary: 'Shows a user, found by id, e-mail address, phone number or external id',
    run: async ({ db, project, operands: [named = ''] }) => {
      const user = await userNamed(db, project, named)
      return { json: user, text: userLines(user) }
    },
  }),
  ofProject({
    usage: 'user role add <USER> <ROLE>',
    summary: 'Gives a user a role, such as moderator',
    run: context => changeRoles(context, (roles, role) => [...new Set([...roles, role])]),
  }),
  ofProject({
    usage: 'user role remove <USER> <ROLE>',
    summary: 'Takes a role away from a user',
    run: context => changeRoles(context, (roles, role) => roles.filter(each => each !== role)),
  }),
  ofProject({
    usage: 'user role list <ROLE>',
    reads: true,
    summary: 'Lists the users who have a role',
    run: async context => {
      const [role = ''] = context.operands
      if (role === everybodysRole) {
        throw new OperatorError(`Everybody has the role ${role}: \`user list\` shows them.`)
      }
      return list(context, await listUserIdsWithRole(context.db, context.project.id, role))
    },
  }),
  ofProject({
    usage: 'user authenticator remove <USER>',
    role: 'support',
    summary: 'Removes the authenticator app of a user who has lost the phone and the recovery codes',
    run: removeAuthenticator,
  }),
  ofProject({
    usage: 'user delete <USER>',
    role: 'support',
    summary: 'Deletes a user with everything that belongs to them',
    run: async ({ db, project, operator, operands: [named = ''] }) => {
      const user = await userNamed(db, project, named)
      await runTransaction(db, async tx => {
        await brought.users.delete(tx, project.id, user.user_id)
        await noteOf(operator, tx, project, 'user.deleted', { userId: user.user_id })
      })
      return { json: { deleted: user.user_id }, text: `Deleted ${user.user_id}.` }
    },
  }),
  importCommand,
]
