import { runTransaction } from '@corroborate/server-kit/database'
import { email, metadata, phoneNumber } from '@corroborate/wire/fields.schema'
import { z } from 'zod'
import { emails, phoneNumbers } from '../../accounts/contacts/index.ts'
import { createUser, hasExternalId } from '../../accounts/users/index.ts'
import { setPassword } from '../../factors/passwords/index.ts'
import { audit } from '../../platform/audit/index.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids/index.ts'
import type { Project } from '../../projects/index.ts'
import { parseImportedHash } from './imported-hash.ts'

declare module '../../platform/names/index.ts' {
  interface OperatorEvents {
    'users.imported': true
  }
}

const name = z.string().max(128)

/** One line of an import. */
const importedUser = z
  .strictObject({
    email: email.optional(),
    /** The operator vouches for what they import; `false` makes the first proof of the mailbox wipe the account. */
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
  // A number that was mistyped elsewhere is somebody else's, and a code texted to it would let them in.
  .refine(
    user => user.email === undefined || user.phone_number === undefined || user.phone_number_verified,
    'has a phone_number that is not verified beside an email: leave the number out',
  )
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
  /** Whom the audit log names. */
  actor: string,
  now: number,
): Promise<ImportReport> => {
  const report: ImportReport = { imported: 0, skipped: [] }
  let batch: { line: number; user: ImportedUser }[] = []
  let line = 0

  const flush = async (): Promise<void> => {
    const users = batch
    batch = []
    const outcomes = await runTransaction(db, async tx => {
      const reasons: (string | null)[] = []
      for (const { user } of users) reasons.push(await insert(tx, project, user, now))
      const count = reasons.filter(reason => reason === null).length
      await audit(tx, { projectId: project.id, action: 'users.imported', actor, at: now, details: { count } })
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
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return 'is not JSON'
  }
  const parsed = importedUser.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue?.path.join('.') ?? ''
  return `${where === '' ? '' : `${where}: `}${issue === undefined || issue.message === 'Invalid input' ? 'is not well-formed' : issue.message}`
}

/** Null when the user is there now, else why not. */
const insert = async (tx: Tx, project: Project, user: ImportedUser, now: number): Promise<string | null> => {
  const reason = await reasonAgainst(tx, project, user)
  if (reason !== null) return reason
  const createdAt = user.created_at === undefined ? now : Date.parse(user.created_at)
  const userId = newId('user', project.environment)
  // Claimed first: somebody may sign up with the address between the look and the claim.
  if (user.email !== undefined && !(await emails.claim(tx, project, userId, user.email, user.email_verified, now))) {
    return 'the email is taken'
  }
  const { phone_number: phone, phone_number_verified: verified } = user
  if (phone !== undefined && !(await phoneNumbers.claim(tx, project, userId, phone, verified, now))) {
    await emails.removeAll(tx, project.id, userId)
    return 'the phone_number is taken'
  }
  await createUser(
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
      // They have been users elsewhere: their next sign-in is no signup.
      signedInAt: createdAt,
    },
    createdAt,
    userId,
  )
  if (user.password_hash !== undefined) await setPassword(tx, project, userId, user.password_hash, now)
  return null
}

const reasonAgainst = async (tx: Tx, project: Project, user: ImportedUser): Promise<string | null> => {
  const unknownRole = user.roles.find(role => !project.rbac.roles.some(({ role_id }) => role_id === role))
  if (unknownRole !== undefined) return `the project has no role ${unknownRole}`
  if (user.external_id === null) return null
  return (await hasExternalId(tx, project.id, user.external_id)) ? 'the external_id is taken' : null
}
