import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { runTransaction } from '@corroborate/server-kit/database'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import type { User } from '@corroborate/wire/types'
import { listUserIds, listUserIdsWithRole, lockUser, updateUser } from '../../accounts/users/index.ts'
import { brought } from '../../features.ts'
import type { Project } from '../../projects/index.ts'
import { importUsers } from '../user-import/index.ts'
import { chosenProject, ofProject } from './choose-project.ts'
import { userNamed } from './choose-user.ts'
import type { Command, CommandContext, Outcome } from './command.ts'
import { limitFlag, limitOf } from './limit-of.ts'
import { actorHere, auditHere } from './operator.ts'
import { userLines, userSummary } from './views.ts'

const changeRoles = async (
  context: CommandContext,
  change: (roles: string[], role: string) => string[],
): Promise<Outcome> => {
  const { db, operands } = context
  const [named = '', role = ''] = operands
  const project = await chosenProject(context)
  const user = await userNamed(db, project, named)
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
    await auditHere(tx, project, 'user.roles_changed', { userId: user.user_id, details: { before, after: roles } })
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

const importHelp = `
Each line holds a user:
  {"email": "ada@example.org", "email_verified": true, "phone_number": "+41446681800", "phone_number_verified": true,
   "name": {"first_name": "Ada", "last_name": "Lovelace"}, "password_hash": "$2b$12$…", "roles": ["moderator"],
   "trusted_metadata": {}, "untrusted_metadata": {}, "external_id": "42", "created_at": "2020-01-31T00:00:00Z"}
A user needs an email or a phone_number. Everything else may be left out.

Hashes of these kinds are taken. When the user logs in for the first time, argon2id replaces them:
  bcrypt   $2b$…
  argon2   $argon2id$…
  scrypt   $scrypt$ln=…,r=…,p=…$salt$hash
  PBKDF2   $pbkdf2-sha256$i=…$salt$hash, also of sha1 and sha512, and as passlib writes them
  Django   pbkdf2_sha256$…, argon2$…, bcrypt$…, bcrypt_sha256$…, scrypt$…
  Flask    scrypt:…, pbkdf2:… (Werkzeug)
  Firebase $firescrypt$ln=MEM_COST,r=ROUNDS,p=1$salt$hash$SALT_SEPARATOR$SIGNER_KEY, all in base64; the words in capitals
           are in the project's "password hash parameters"

A user who cannot be imported is skipped and named with the reason. The others are imported.`

/** What can be done with users. */
export const userCommands: readonly Command[] = [
  {
    words: 'user list',
    reads: true,
    operands: '',
    summary: 'Lists the newest users',
    flags: { ...ofProject, ...limitFlag },
    run: async context => {
      const project = await chosenProject(context)
      return listed(await usersOf(context, project, await listUserIds(context.db, project.id, limitOf(context))))
    },
  },
  {
    words: 'user show',
    reads: true,
    operands: '<USER>',
    summary: 'Shows a user, found by id, e-mail address, phone number or external id',
    flags: ofProject,
    run: async context => {
      const project = await chosenProject(context)
      const [named = ''] = context.operands
      const user = await userNamed(context.db, project, named)
      return { json: user, text: userLines(user) }
    },
  },
  {
    words: 'user role add',
    operands: '<USER> <ROLE>',
    summary: 'Gives a user a role, such as moderator',
    flags: ofProject,
    run: context => changeRoles(context, (roles, role) => [...new Set([...roles, role])]),
  },
  {
    words: 'user role remove',
    operands: '<USER> <ROLE>',
    summary: 'Takes a role away from a user',
    flags: ofProject,
    run: context => changeRoles(context, (roles, role) => roles.filter(each => each !== role)),
  },
  {
    words: 'user role list',
    reads: true,
    operands: '<ROLE>',
    summary: 'Lists the users who have a role',
    flags: ofProject,
    run: async context => {
      const project = await chosenProject(context)
      const [role = ''] = context.operands
      const ids = await listUserIdsWithRole(context.db, project.id, role)
      return listed(await usersOf(context, project, ids))
    },
  },
  {
    words: 'user delete',
    operands: '<USER>',
    summary: 'Deletes a user with everything that belongs to them',
    flags: ofProject,
    run: async context => {
      const { db, operands } = context
      const [named = ''] = operands
      const project = await chosenProject(context)
      const user = await userNamed(db, project, named)
      await runTransaction(db, async tx => {
        await brought.users.delete(tx, project.id, user.user_id)
        await auditHere(tx, project, 'user.deleted', { userId: user.user_id })
      })
      return { json: { deleted: user.user_id }, text: `Deleted ${user.user_id}.` }
    },
  },
  {
    words: 'user import',
    operands: '<FILE>',
    more: importHelp,
    summary: 'Imports users from a file with one JSON object a line. - reads standard input',
    flags: ofProject,
    run: async context => {
      const project = await chosenProject(context)
      const [file = ''] = context.operands
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
          throw new OperatorError(`${file} cannot be read (${error.code}).`)
        }
        throw error
      }
    },
  },
]
