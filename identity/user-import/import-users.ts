import { email, metadata, phoneNumber } from '@corroborate/wire/fields.schema'
import { z } from 'zod'
import { audit } from '../audit/index.ts'
import type { Database, Tx } from '../database/index.ts'
import type { Project } from '../projects/index.ts'
import { claimEmail, claimPhoneNumber, createUser, setPassword } from '../users/index.ts'
import { parseImportedHash } from './imported-hash.ts'

const name = z.string().max(128)

/** One line of an import. */
const importedUser = z
  .strictObject({
    email: email.optional(),
    /** The operator vouches for what they import; `false` makes the first proof of the mailbox wipe the password. */
    email_verified: z.boolean().default(true),
    phone_number: phoneNumber.optional(),
    phone_number_verified: z.boolean().default(true),
    name: z
      .strictObject({ first_name: name.optional(), middle_name: name.optional(), last_name: name.optional() })
      .default({}),
    password_hash: z
      .string()
      .transform((text, context) => {
        const hash = parseImportedHash(text)
        if (hash !== null) return hash
        context.addIssue({
          code: 'custom',
          message: 'is no bcrypt, scrypt, PBKDF2 or argon2 hash we know, or too dear',
        })
        return z.NEVER
      })
      .optional(),
    roles: z.array(z.string()).default([]),
    trusted_metadata: metadata.default({}),
    untrusted_metadata: metadata.default({}),
    external_id: z.string().min(1).max(128).nullable().default(null),
    created_at: z.iso.datetime().optional(),
  })
  .refine(user => user.email !== undefined || user.phone_number !== undefined, 'needs an email or a phone_number')
type ImportedUser = z.infer<typeof importedUser>

export type ImportReport = { imported: number; skipped: { line: number; reason: string }[] }

/** Lines per transaction: large enough to be fast, small enough that other writers hardly wait. */
const batchSize = 200

/**
 * Brings in users from JSON lines. A line that is wrong or whose address is taken is skipped and reported; the others are
 * there when the report is.
 */
export const importUsers = async (
  db: Database,
  project: Project,
  lines: AsyncIterable<string> | Iterable<string>,
  now = Date.now(),
): Promise<ImportReport> => {
  const report: ImportReport = { imported: 0, skipped: [] }
  let batch: { line: number; user: ImportedUser }[] = []
  let line = 0

  const flush = async (): Promise<void> => {
    const users = batch
    batch = []
    const outcomes = await db.transaction().execute(async tx => {
      const reasons: (string | null)[] = []
      for (const { user } of users) reasons.push(await insert(tx, project, user, now))
      const count = reasons.filter(reason => reason === null).length
      await audit(tx, { projectId: project.id, action: 'users.imported', actor: 'operator', details: { count } }, now)
      return reasons
    })
    for (const [index, reason] of outcomes.entries()) {
      if (reason === null) report.imported++
      else report.skipped.push({ line: users[index]?.line ?? 0, reason })
    }
  }

  for await (const text of lines) {
    line++
    if (text.trim() === '') continue
    const parsed = parseLine(text)
    if (typeof parsed === 'string') report.skipped.push({ line, reason: parsed })
    else batch.push({ line, user: parsed })
    if (batch.length >= batchSize) await flush()
  }
  if (batch.length > 0) await flush()
  return { ...report, skipped: report.skipped.toSorted((a, b) => a.line - b.line) }
}

const parseLine = (text: string): ImportedUser | string => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'is not JSON'
  }
  const parsed = importedUser.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue?.path.join('.') ?? ''
  return `${where === '' ? '' : `${where}: `}${issue?.message || 'is not well-formed'}`
}

/** Null when the user is there now, else why not. */
const insert = async (tx: Tx, project: Project, user: ImportedUser, now: number): Promise<string | null> => {
  const taken = await isTaken(tx, project, user)
  if (taken !== null) return taken
  const createdAt = user.created_at === undefined ? now : Date.parse(user.created_at)
  const userId = await createUser(
    tx,
    project,
    {
      firstName: user.name.first_name ?? '',
      middleName: user.name.middle_name ?? '',
      lastName: user.name.last_name ?? '',
      roles: user.roles,
      trustedMetadata: user.trusted_metadata,
      untrustedMetadata: user.untrusted_metadata,
      externalId: user.external_id,
    },
    createdAt,
  )
  if (user.email !== undefined) await claimEmail(tx, project, userId, user.email, user.email_verified, now)
  if (user.phone_number !== undefined) {
    await claimPhoneNumber(tx, project, userId, user.phone_number, user.phone_number_verified, now)
  }
  // They have been users elsewhere: their next sign-in is no signup.
  await tx
    .updateTable('users')
    .set({ status: 'active', signed_in_at: createdAt })
    .where('project_id', '=', project.id)
    .where('user_id', '=', userId)
    .execute()
  if (user.password_hash !== undefined) await setPassword(tx, project, userId, user.password_hash, now)
  return null
}

const isTaken = async (tx: Tx, project: Project, user: ImportedUser): Promise<string | null> => {
  const unknownRole = user.roles.find(role => !project.rbac.roles.some(({ role_id }) => role_id === role))
  if (unknownRole !== undefined) return `the project has no role ${unknownRole}`
  const has = async (table: 'user_emails' | 'user_phone_numbers' | 'users', column: string, value: string) =>
    (await tx
      .selectFrom(table)
      .select('user_id')
      .where('project_id', '=', project.id)
      .where(column as never, '=', value as never)
      .executeTakeFirst()) !== undefined
  if (user.email !== undefined && (await has('user_emails', 'email', user.email))) return 'the email is taken'
  if (user.phone_number !== undefined && (await has('user_phone_numbers', 'phone_number', user.phone_number))) {
    return 'the phone_number is taken'
  }
  if (user.external_id !== null && (await has('users', 'external_id', user.external_id))) {
    return 'the external_id is taken'
  }
  return null
}
