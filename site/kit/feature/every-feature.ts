import type { HttpEnv } from '@corroborate/server-kit/http'
import type { Settings } from '@corroborate/server-kit/settings'
import type { MiddlewareHandler } from 'hono'
import type { Kysely, Transaction } from 'kysely'
import type { Doi } from '../doi/index.ts'
import type { Account, DeletedAccount, Person, Visitor } from '../people/index.ts'
import { cacheKeys, noteChange } from '../shared-caches/note-change.ts'
import { type AnyFeature, type Middleware, middlewarePhases } from './feature.ts'
import type { AccountIds, MyPart } from './site.ts'

// Operations across all features.

// biome-ignore lint/suspicious/noExplicitAny: the tables of all features together.
type Database = Kysely<any>

type SectionsOptions = {
  db: Database
  settings: Settings
  now: () => number
  /** Reads only those that show a reader something of their own. */
  onlyPersonal?: boolean
}

/** Reads the sections of a paper's page for one person, by their names. */
export const paperSectionsReader = (
  features: readonly AnyFeature[],
  { db, settings, now, onlyPersonal = false }: SectionsOptions,
) => {
  const sections = features
    .flatMap(({ paperSection }) => paperSection ?? [])
    .filter(({ personal }) => !onlyPersonal || personal === true)
    .map(({ name, reader }) => ({ name, read: reader(db, settings, now) }))
  return async (doi: Doi, person: Person | null): Promise<Readonly<Record<string, object>>> =>
    Object.fromEntries(await Promise.all(sections.map(async ({ name, read }) => [name, await read(doi, person)])))
}

/** Assigns a visitor's data in all features to an account, after sign-in. */
export const moveToAccount = async (
  features: readonly AnyFeature[],
  db: Database,
  { visitor, account, now }: { visitor: Visitor; account: Account; now: number },
): Promise<void> => {
  for (const feature of features) await feature.moveToAccount?.(db, visitor, account, now)
}

/** Marks an account's contributions in all features as verified or unverified, inside the caller's transaction. */
export const noteProof = async (
  features: readonly AnyFeature[],
  // biome-ignore lint/suspicious/noExplicitAny: the tables of all features together.
  tx: Transaction<any>,
  account: Pick<Account, 'key'>,
  proved: boolean,
): Promise<void> => {
  for (const feature of features) await feature.noteProof?.(tx, account, proved)
}

/** Deletes an account's data in all features, inside the caller's transaction, and purges every paper page that shows it. */
export const deleteAccount = async (
  features: readonly AnyFeature[],
  // biome-ignore lint/suspicious/noExplicitAny: the tables of all features together.
  tx: Transaction<any>,
  account: DeletedAccount,
): Promise<void> => {
  for (const feature of features) await feature.deleteAccount?.(tx, account)
  await noteChange(tx, [cacheKeys.papers, cacheKeys.lists])
}

/** The most of each part that the dashboard shows; the person's own copy holds all. */
const mostOfPart = 50

/** Reads an account's activity from all features. */
export const mineReader = (features: readonly AnyFeature[], db: Database) => {
  const parts = features.flatMap(({ mine }) => (mine === null ? [] : [{ title: mine.title, read: mine.reader(db) }]))
  return async (account: AccountIds): Promise<MyPart[]> => {
    const read = await Promise.all(
      parts.map(async ({ title, read }) => ({ title, items: await read(account, mostOfPart) })),
    )
    return read.filter(({ items }) => items.length > 0)
  }
}

/** All that the features keep of an account, as data that its person can take along. */
export const exportAccount = async (
  features: readonly AnyFeature[],
  db: Database,
  account: AccountIds,
): Promise<Record<string, unknown>> => {
  const parts = await Promise.all(features.map(feature => feature.exportOf?.(db, account) ?? {}))
  return merged('part of the export', parts)
}

/** The middleware of all features in the order it runs: phase by phase, and within a phase in the order of the features. */
export const middlewareInOrder = (opened: readonly { middleware: Middleware }[]): MiddlewareHandler<HttpEnv>[] =>
  middlewarePhases.flatMap(phase => opened.flatMap(({ middleware }) => middleware[phase] ?? []))

/** One record of the parts of several features. @throws TypeError when two of them use the same name. */
export const merged = <Part>(what: string, parts: readonly Readonly<Record<string, Part>>[]): Record<string, Part> => {
  const all: Record<string, Part> = {}
  for (const [name, part] of parts.flatMap(part => Object.entries(part))) {
    if (name in all) throw new TypeError(`Two features have a ${what} named ${name}.`)
    all[name] = part
  }
  return all
}
