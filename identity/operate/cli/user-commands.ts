import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { runTransaction } from '@corroborate/server-kit/database'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { listUserIds, listUserIdsWithRole, lockUser, updateUser } from '../../accounts/users/index.ts'
import { brought } from '../../features.ts'
import { importUsers } from '../user-import/index.ts'
import { ofProject, type ProjectContext } from './choose-project.ts'
import { userNamed } from './choose-user.ts'
import type { Command, Outcome } from './command.ts'
import { limitFlag, limitOf } from './limit-of.ts'
import { actorHere, auditHere } from './operator.ts'
import { userLines, userSummary } from './views.ts'

const changeRoles = async (
  { db, project, operands: [named = '', role = ''] }: ProjectContext,
  change: (roles: string[], role: string) => string[],
): Promise<Outcome> => {
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

const list = async ({ db, project }: ProjectContext, ids: readonly string[]): Promise<Outcome> => {
  const read = await Promise.all(ids.map(id => brought.users.read(db, project.id, id, Date.now())))
  const users = read.filter(user => user !== null)
  return { json: users, text: users.map(userSummary).join('\n') || 'Nobody yet.' }
}

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
      return list(context, await listUserIdsWithRole(context.db, context.project.id, role))
    },
  }),
  ofProject({
    usage: 'user delete <USER>',
    summary: 'Deletes a user with everything that belongs to them',
    run: async ({ db, project, operands: [named = ''] }) => {
      const user = await userNamed(db, project, named)
      await runTransaction(db, async tx => {
        await brought.users.delete(tx, project.id, user.user_id)
        await auditHere(tx, project, 'user.deleted', { userId: user.user_id })
      })
      return { json: { deleted: user.user_id }, text: `Deleted ${user.user_id}.` }
    },
  }),
  ofProject({
    usage: 'user import <FILE>',
    more: importHelp,
    summary: 'Imports users from a file with one JSON object a line. - reads standard input',
    run: async ({ db, project, stdin, operands: [file = ''] }) => {
      const input: NodeJS.ReadableStream = file === '-' ? stdin : createReadStream(file)
      const opened = new Promise<never>((_, reject) => input.once('error', reject))
      const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
      try {
        const report = await Promise.race([importUsers(db, project, lines, actorHere(), Date.now()), opened])
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
  }),
]
