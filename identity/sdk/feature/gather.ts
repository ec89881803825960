import type { Migration } from '@corroborate/server-kit/database'
import type { LimitTable } from '@corroborate/server-kit/limits'
import { createUsers, type Users } from '../../accounts/users/index.ts'
import type { Notice } from '../../delivery/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { SealedColumn } from '../../platform/sealing/index.ts'
import type { SettingFlags } from '../../projects/index.ts'
import type { Feature } from './feature.ts'
import type { Removal } from './removal.ts'

/** What all folders bring together, before the provider is open. */
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

export const gather = (features: readonly Feature[]): Brought => ({
  users: createUsers(features),
  migrations: features.flatMap(({ migrations }) => migrations ?? []),
  limits: Object.assign({}, ...features.map(({ limits }) => limits)),
  sealed: features.flatMap(({ sealed }) => sealed ?? []),
  notices: features.flatMap(({ notices }) => notices ?? []),
  settings: Object.assign({}, ...features.map(({ settings }) => settings)),
  removals: features.flatMap(({ removal }) => removal ?? []),
  sweeps: features.flatMap(({ sweep }) => sweep ?? []),
})
