import { emails, phoneNumbers } from '../../accounts/contacts/attach.ts'
import { createUser, hasExternalId, lockUser } from '../../accounts/users/index.ts'
import { setPassword } from '../../factors/passwords/index.ts'
import { addConfirmedTotp } from '../../factors/totps/store.ts'
import type { Tx } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids/index.ts'
import { addLinks, type CheckedUser, type Kept, type Outcome, type Writing } from './check-user.ts'
import { NotTaken } from './foreign-user.ts'
import {
  digestOf,
  findImported,
  findImportedUser,
  type Imported,
  importIdOf,
  noteImported,
  type Written,
} from './imported-users.ts'
import { updateImported } from './update-imported.ts'

/**
 * Creates a user, or updates a previously imported one where it was not changed here.
 * @throws NotTaken if nothing is written
 */
export const writeUser = async (tx: Tx, writing: Writing, user: CheckedUser): Promise<Outcome> => {
  const before = await findBefore(tx, writing, user)
  if (before === null) return insert(tx, writing, user)
  if (before.userId === null) return { became: 'deleted here', kept: [], left: [] }
  await lockUser(tx, writing.project.id, before.userId)
  return updateImported(tx, writing, { ...before, userId: before.userId }, user)
}

/** The user as they were brought in before: under their id in the file, or else by a proved address. */
const findBefore = async (tx: Tx, { project, format }: Writing, user: CheckedUser): Promise<Imported | null> => {
  const byId = user.id === null ? null : await findImported(tx, project.id, importIdOf(format, user.id))
  if (byId !== null) return byId
  const [email] = user.emails
  const [number] = user.phoneNumbers
  const owner =
    email !== undefined
      ? await emails.find(tx, project.id, email.value)
      : number && (await phoneNumbers.find(tx, project.id, number.value))
  return owner ? findImportedUser(tx, project.id, owner.userId) : null
}

const insert = async (tx: Tx, writing: Writing, user: CheckedUser): Promise<Outcome> => {
  const { project, now, format } = writing
  if (user.emails.length === 0 && user.onlyAdds) {
    throw new NotTaken('adds to a user who is not here: bring in the users first')
  }
  if (user.id !== null && (await hasExternalId(tx, project.id, user.id))) throw new NotTaken('the external_id is taken')
  const createdAt = user.createdAt ?? now
  const userId = newId('user', project.environment)
  const undo = async (reason: string): Promise<never> => {
    await emails.removeAll(tx, project.id, userId)
    await phoneNumbers.removeAll(tx, project.id, userId)
    throw new NotTaken(reason)
  }
  // Claims addresses first: another user may sign up with one between lookup and claim.
  for (const [n, { value, verified }] of user.emails.entries()) {
    // The main one is the oldest.
    if ((await emails.claim(tx, project, userId, value, verified, now + n)) === null) await undo('the email is taken')
  }
  for (const { value, verified } of user.phoneNumbers) {
    const claimed = await phoneNumbers.claim(tx, project, userId, value, verified, now)
    if (claimed === null) await undo('the phone_number is taken')
  }
  await createUser(
    tx,
    project,
    {
      firstName: user.name.first,
      middleName: user.name.middle,
      lastName: user.name.last,
      roles: user.roles,
      trustedMetadata: user.trustedMetadata,
      untrustedMetadata: user.untrustedMetadata,
      externalId: user.id,
      isImported: true,
    },
    createdAt,
    userId,
  )
  if (user.password !== null) await setPassword(tx, project, userId, user.password, now)
  if (user.authenticator !== null) await addConfirmedTotp(tx, project, userId, user.authenticator, writing.sealer, now)
  const { linked, left } = await addLinks(tx, writing, userId, user.links)
  const key = user.id ?? user.emails[0]?.value ?? user.phoneNumbers[0]?.value ?? userId
  await noteImported(tx, project.id, { importId: importIdOf(format, key), userId, written: writtenOf(user) }, now)
  return {
    became: 'created',
    left,
    kept: [
      ...user.emails.map(() => 'addresses' as const),
      ...user.phoneNumbers.map(() => 'phone numbers' as const),
      ...(user.password === null ? [] : (['passwords'] as const)),
      ...(user.authenticator === null ? [] : (['authenticator apps'] as const)),
      ...linked.map(() => 'links' as const),
      ...ownOf(user),
    ],
  }
}

/** Columns of a user's own row that an entry fills. Pure. */
const ownOf = ({ id, name, trustedMetadata, untrustedMetadata, roles }: CheckedUser): Kept[] => {
  const isFilled = (value: object): boolean => Object.values(value).some(part => part !== '')
  return [
    ...(isFilled(name) ? (['names'] as const) : []),
    ...(isFilled(trustedMetadata) || isFilled(untrustedMetadata) ? (['metadata'] as const) : []),
    ...roles.map(() => 'roles' as const),
    ...(id === null ? [] : (['ids (as external_id)'] as const)),
  ]
}

/** Everything that an entry of a file writes, as digests. Pure. */
const writtenOf = (user: CheckedUser): Written => ({
  entries: [digestOf(user)],
  name: digestOf(user.name),
  trusted: digestOf(user.trustedMetadata),
  untrusted: digestOf(user.untrustedMetadata),
  roles: digestOf(user.roles),
  password: user.password === null ? null : digestOf(user.password.hash),
  added: addedBy(user),
  authenticator: user.authenticator !== null,
})

/** Addresses, numbers and links of an entry, as digests. Pure. */
const addedBy = (user: CheckedUser): string[] => [
  ...[...user.emails, ...user.phoneNumbers].map(({ value }) => digestOf(value)),
  ...user.links.map(digestOf),
]
