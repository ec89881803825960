import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { runTransaction } from '@corroborate/server-kit/database'
import type { User } from '@corroborate/wire/types'
import { listUserIds, listUserIdsWithRole, lockUser, updateUser } from '../../accounts/users/index.ts'
import { brought } from '../../features.ts'
import { audit } from '../../platform/audit/index.ts'
import type { Project } from '../../projects/index.ts'
import { importUsers } from '../user-import/index.ts'
import { chosenProject, ofProject } from './choose-project.ts'
import { userNamed } from './choose-user.ts'
import { CliError } from './cli-error.ts'
import type { Command, CommandContext, Outcome } from './command.ts'
import { actorHere } from './operator.ts'
import { limitOf, operand } from './read-words.ts'
import { userLines, userSummary } from './views.ts'

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
  await runTransaction(db, async tx => {
    await lockUser(tx, project.id, user.user_id)
    const before = (await brought.users.read(tx, project.id, user.user_id, Date.now()))?.roles ?? []
    const roles = change(before, role)
    await updateUser(tx, project.id, user.user_id, { roles }, Date.now())
    await audit(tx, {
      projectId: project.id,
      action: 'user.roles_changed',
      actor: actorHere(),
      at: Date.now(),
      userId: user.user_id,
      details: { before, after: roles },
    })
  })
  const changed = await userNamed(db, project, user.user_id)
  return { json: changed, text: userLines(changed) }
}

const usersOf = async ({ db }: CommandContext, project: Project, ids: readonly string[]): Promise<User[]> => {
  const users = await Promise.all(ids.map(id => brought.users.read(db, project.id, id, Date.now())))
  return users.filter(user => user !== null)
}

const listed = (users: readonly User[]): Outcome => ({
  json: users,
  text: users.map(userSummary).join('\n') || 'Nobody yet.',
})

/** What can be done with users. */
export const userCommands: readonly Command[] = [
  {
    words: ['user', 'list'],
    reads: true,
    operands: '',
    summary: 'lists the newest users',
    flags: { ...ofProject, limit: { argument: 'N', help: 'how many (default 50)' } },
    run: async context => {
      const project = await chosenProject(context)
      return listed(await usersOf(context, project, await listUserIds(context.db, project.id, limitOf(context, 50))))
    },
  },
  {
    words: ['user', 'show'],
    reads: true,
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
    words: ['user', 'role', 'list'],
    reads: true,
    operands: 'ROLE',
    summary: 'lists who has a role',
    flags: ofProject,
    run: async context => {
      const project = await chosenProject(context)
      const ids = await listUserIdsWithRole(context.db, project.id, operand(context, 0, 'The role'))
      return listed(await usersOf(context, project, ids))
    },
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
      await runTransaction(db, async tx => {
        await brought.users.delete(tx, project.id, user.user_id)
        await audit(tx, {
          projectId: project.id,
          action: 'user.deleted',
          actor: actorHere(),
          at: Date.now(),
          userId: user.user_id,
        })
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
        const report = await Promise.race([importUsers(context.db, project, lines, actorHere(), Date.now()), opened])
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
]
