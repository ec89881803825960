import type { Kysely, Transaction } from 'kysely'
import type { Doi } from '../doi/index.ts'
import type { Account, Person, Visitor } from '../people/index.ts'
import type { AnyFeature, DeletedAccount } from './feature.ts'

// What is done with every feature alike.

// biome-ignore lint/suspicious/noExplicitAny: the tables of all features together.
type Database = Kysely<any>

/** Reads the sections of a paper's page for one person, by their names. */
export const paperSectionsReader = (features: readonly AnyFeature[], db: Database) => {
  const sections = features
    .flatMap(({ paperSection }) => paperSection ?? [])
    .map(({ name, reader }) => ({ name, read: reader(db) }))
  return async (doi: Doi, person: Person | null): Promise<Readonly<Record<string, object>>> =>
    Object.fromEntries(await Promise.all(sections.map(async ({ name, read }) => [name, await read(doi, person)])))
}

/** Gives an account what the features keep of a visitor: what somebody did before they signed in is theirs. */
export const moveToAccount = async (
  features: readonly AnyFeature[],
  db: Database,
  { visitor, account, now }: { visitor: Visitor; account: Account; now: number },
): Promise<void> => {
  for (const feature of features) await feature.moveToAccount?.(db, visitor, account, now)
}

/** Counts what an account did as that of somebody who has proved who they are, or no longer, inside the caller's transaction. */
export const noteProof = async (
  features: readonly AnyFeature[],
  // biome-ignore lint/suspicious/noExplicitAny: the tables of all features together.
  tx: Transaction<any>,
  account: Pick<Account, 'key'>,
  proved: boolean,
): Promise<void> => {
  for (const feature of features) await feature.noteProof?.(tx, account, proved)
}

/** Deletes what the features keep of an account, all of it or nothing. */
export const deleteAccount = async (
  features: readonly AnyFeature[],
  db: Database,
  account: DeletedAccount,
): Promise<void> => {
  await db.transaction().execute(async tx => {
    for (const feature of features) await feature.deleteAccount?.(tx, account)
  })
}

/** One record of the parts of several features. @throws TypeError when two of them use the same name. */
export const merged = <Part>(what: string, parts: readonly Readonly<Record<string, Part>>[]): Record<string, Part> => {
  const all: Record<string, Part> = {}
  for (const [name, part] of parts.flatMap(part => Object.entries(part))) {
    if (name in all) throw new TypeError(`Two features have a ${what} named ${name}.`)
    all[name] = part
  }
  return all
}
