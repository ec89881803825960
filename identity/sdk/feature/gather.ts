import type { Migration } from '@corroborate/server-kit/database'
import type { LimitTable } from '@corroborate/server-kit/limits'
import { createUsers, type Users } from '../../accounts/users/index.ts'
import type { Notice } from '../../delivery/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { SealedColumn } from '../../platform/sealing/sealed-rows.ts'
import type { SettingFlags } from '../../projects/index.ts'
import { limitTable } from '../../protection/index.ts'
import type { Feature, Removal } from './feature.ts'

/** Static contributions of all folders. */
export type Brought = {
  users: Users
  migrations: readonly Migration[]
  limits: LimitTable
  sealed: readonly SealedColumn[]
  notices: readonly Notice[]
  settings: SettingFlags
  removals: readonly Removal[]
  sweeps: readonly ((db: Database, now: number) => Promise<void>)[]
}

/** The limits that some factor has in its `limits`. */
export type LimitsOf<Factors extends Readonly<Record<string, { limits: object }>>> = {
  [Name in keyof Factors]: keyof Factors[Name]['limits']
}[keyof Factors]

/**
 * Merges the contributions of all features. `_Missing` are limits used but not defined by any feature: if there are any, this does not
 * compile.
 * @throws TypeError if two features define a limit or a setting of the same name.
 */
export const gather = <_Missing extends never = never>(features: readonly Feature[]): Brought => ({
  users: createUsers(features),
  migrations: features.flatMap(({ migrations }) => migrations ?? []),
  limits: merged('limit', [limitTable, ...features.map(({ limits }) => limits ?? {})]),
  sealed: features.flatMap(({ sealed }) => sealed ?? []),
  notices: features.flatMap(({ notices }) => notices ?? []),
  settings: merged(
    'setting',
    features.map(({ settings }) => settings ?? {}),
  ),
  removals: features.flatMap(({ removal }) => removal ?? []),
  sweeps: features.flatMap(({ sweep }) => sweep ?? []),
})

/** One record of the parts of several features. A later one of the same name must not silently win. */
const merged = <Part>(what: string, parts: readonly Readonly<Record<string, Part>>[]): Record<string, Part> => {
  const all: Record<string, Part> = {}
  for (const [name, part] of parts.flatMap(part => Object.entries(part))) {
    if (Object.hasOwn(all, name)) throw new TypeError(`Two features have a ${what} named ${name}.`)
    all[name] = part
  }
  return all
}
