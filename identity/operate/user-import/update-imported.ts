import { emails, phoneNumbers } from '../../accounts/contacts/attach.ts'
import type { ContactStore } from '../../accounts/contacts/contact-store.ts'
import { updateUser } from '../../accounts/users/index.ts'
import { findPassword, setPassword } from '../../factors/passwords/index.ts'
import { addConfirmedTotp } from '../../factors/totps/store.ts'
import type { Tx } from '../../platform/database/index.ts'
import { everybodysRole } from '../../projects/index.ts'
import { addLinks, type CheckedUser, type Kept, type Outcome, type Writing } from './check-user.ts'
import { digestOf, type Imported, noteImported, type Written, withEntry } from './imported-users.ts'

/** An imported user who still exists. */
type Present = Imported & { userId: string }

const changedHere = (what: string) => `${what} that changed here since the last import`

/**
 * Updates a user from the file, value by value. Anything changed here since the last import stays, and nothing is removed. The user is
 * locked.
 */
export const updateImported = async (
  tx: Tx,
  writing: Writing,
  before: Present,
  user: CheckedUser,
): Promise<Outcome> => {
  const entry = digestOf(user)
  if (before.written.entries.includes(entry)) return { became: 'unchanged', kept: [], left: [] }
  const own = await updateOwn(tx, writing, before, user)
  const password = await updatePassword(tx, writing, before, user)
  const added = await addContacts(tx, writing, before, user)
  const others = await addOthers(tx, writing, before, user)
  const parts = [own, password, added, others]
  const written: Written = { ...before.written, ...Object.assign({}, ...parts.map(part => part.written)) }
  written.entries = withEntry(before.written.entries, entry)
  written.added = [...new Set([...before.written.added, ...added.written.added, ...others.written.added])]
  await noteImported(tx, writing.project.id, { ...before, written }, writing.now)
  const isChanged = parts.some(part => part.isChanged)
  return {
    became: isChanged ? 'updated' : 'unchanged',
    kept: parts.flatMap(part => part.kept),
    left: parts.flatMap(part => part.left),
  }
}

type Part<Fields extends Partial<Written> = Partial<Written>> = {
  isChanged: boolean
  written: Fields
  kept: Kept[]
  left: string[]
}

const isEmpty = (value: object): boolean =>
  Object.values(value).every(part => part === '') || Object.keys(value).length === 0

const keptAs = { name: 'names', trusted: 'metadata', untrusted: 'metadata', roles: 'roles' } as const

/** Updates name, metadata and roles. Missing data in the file removes nothing. */
const updateOwn = async (
  tx: Tx,
  { project, users, now }: Writing,
  before: Present,
  user: CheckedUser,
): Promise<Part> => {
  const read = await users.read(tx, project.id, before.userId, now)
  if (read === null) return { isChanged: false, written: {}, kept: [], left: [] }
  const { first_name: first, middle_name: middle, last_name: last } = read.name
  const here = {
    name: { first, middle, last },
    trusted: read.trusted_metadata,
    untrusted: read.untrusted_metadata,
    roles: read.roles.filter(role => role !== everybodysRole),
  }
  const inFile = {
    name: user.name,
    trusted: user.trustedMetadata,
    untrusted: user.untrustedMetadata,
    roles: user.roles,
  }
  const words = { name: 'a name', trusted: 'metadata', untrusted: 'metadata', roles: 'roles' }
  const names = ['name', 'trusted', 'untrusted', 'roles'] as const
  const differing = names.filter(name => !isEmpty(inFile[name]) && digestOf(here[name]) !== digestOf(inFile[name]))
  const taken = differing.filter(name => digestOf(here[name]) === before.written[name])
  const takes = (name: (typeof names)[number]) => taken.includes(name)
  const changes = {
    ...(takes('name') && {
      name: { first_name: user.name.first, middle_name: user.name.middle, last_name: user.name.last },
    }),
    ...(takes('trusted') && { trustedMetadata: user.trustedMetadata }),
    ...(takes('untrusted') && { untrustedMetadata: user.untrustedMetadata }),
    ...(takes('roles') && { roles: user.roles }),
  }
  await updateUser(tx, project.id, before.userId, changes, now)
  return {
    isChanged: taken.length > 0,
    written: Object.fromEntries(taken.map(name => [name, digestOf(inFile[name])])),
    kept: [...new Set(taken.map(name => keptAs[name]))].flatMap(what =>
      what === 'roles' ? user.roles.map(() => what) : [what],
    ),
    left: differing.filter(name => !takes(name)).map(name => changedHere(words[name])),
  }
}

/** Updates the password unless it was set, replaced, removed or rehashed here. */
const updatePassword = async (tx: Tx, { project, now }: Writing, before: Present, user: CheckedUser): Promise<Part> => {
  const nothing = { isChanged: false, written: {}, kept: [], left: [] }
  if (user.password === null || digestOf(user.password.hash) === before.written.password) return nothing
  const here = await findPassword(tx, project.id, before.userId)
  const digest = here === null ? null : digestOf(here.hash)
  if (digest !== before.written.password) return { ...nothing, left: [changedHere('a password')] }
  await setPassword(tx, project, before.userId, user.password, now)
  return { isChanged: true, written: { password: digestOf(user.password.hash) }, kept: ['passwords'], left: [] }
}

/** Adds contacts that are new in the file. Those removed here are not restored. */
const addContacts = async (tx: Tx, writing: Writing, before: Present, user: CheckedUser) => {
  const part: Part<Pick<Written, 'added'>> = { isChanged: false, written: { added: [] }, kept: [], left: [] }
  const add = async <Value extends string>(
    store: ContactStore<Value>,
    contacts: readonly { value: Value; verified: boolean }[],
    words: 'addresses' | 'phone numbers',
  ) => {
    const { project, now } = writing
    for (const { value, verified } of contacts) {
      const found = await store.find(tx, project.id, value)
      const isTheirs = found?.userId === before.userId
      const wasThere = before.written.added.includes(digestOf(value))
      if (isTheirs && verified && !found.verified && wasThere) {
        await store.markProved(tx, project.id, before.userId, found.id)
        part.isChanged = true
      } else if (!(isTheirs || wasThere)) {
        // An unverified contact is not added to an existing account, since it may belong to a stranger.
        const claimed = verified ? await store.claim(tx, project, before.userId, value, true, now) : null
        if (claimed === null) {
          part.left.push(`one of the ${words} that ${verified ? 'another user has' : 'was never confirmed'}`)
          continue
        }
        part.isChanged = true
        part.kept.push(words)
      }
      part.written.added.push(digestOf(value))
    }
  }
  await add(emails, user.emails, 'addresses')
  await add(phoneNumbers, user.phoneNumbers, 'phone numbers')
  return part
}

/** Links and an authenticator app that the file has not had before. */
const addOthers = async (tx: Tx, writing: Writing, before: Present, user: CheckedUser) => {
  const { project, sealer, users, now } = writing
  const added = user.links.filter(link => !before.written.added.includes(digestOf(link)))
  const { linked, left } = await addLinks(tx, writing, before.userId, added)
  const part: Part<Pick<Written, 'added' | 'authenticator'>> = {
    isChanged: linked.length > 0,
    written: { added: linked.map(digestOf), authenticator: before.written.authenticator },
    kept: linked.map(() => 'links'),
    left,
  }
  if (user.authenticator === null || before.written.authenticator) return part
  const here = await users.read(tx, project.id, before.userId, now)
  if (here?.totps.some(({ verified }) => verified)) {
    part.left.push(changedHere('an authenticator app'))
    return part
  }
  await addConfirmedTotp(tx, project, before.userId, user.authenticator, sealer, now)
  part.isChanged = true
  part.written.authenticator = true
  part.kept.push('authenticator apps')
  return part
}
