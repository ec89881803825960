import type { Migration } from '@corroborate/server-kit/database'
import type { CaptchaService } from '@corroborate/wire/captcha'
import type { Database, Tx } from '../../platform/database/index.ts'
import type { SealedColumn } from '../../platform/sealing/sealed-rows.ts'
import type { Sealer } from '../../platform/sealing/sealer.ts'

export type CaptchaTables = {
  /** The secret of a project at its captcha service. Everything else of it is among the project's settings. */
  captcha_secrets: {
    project_id: string
    service: CaptchaService
    /** Sealed. */
    secret: string
    updated_at: number
  }
}

declare module '../../platform/database/index.ts' {
  interface Tables extends CaptchaTables {}
}

export const captchaMigrations: Migration[] = [
  {
    name: '2026-12-04-captcha-secrets',
    async up(db) {
      await db.schema
        .createTable('captcha_secrets')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('service', 'text', column => column.notNull())
        .addColumn('secret', 'text', column => column.notNull())
        .addColumn('updated_at', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('captcha_secrets_key', ['project_id', 'service'])
        .execute()
    },
  },
]

export const captchaSealed: readonly SealedColumn[] = [{ table: 'captcha_secrets', id: 'service', value: 'secret' }]

const rowOf = (projectId: string, service: CaptchaService) => ({ table: 'captcha_secrets', projectId, id: service })

/** Null when there is none. */
export const findCaptchaSecret = async (
  db: Database | Tx,
  sealer: Sealer,
  projectId: string,
  service: CaptchaService,
): Promise<string | null> => {
  const row = await db
    .selectFrom('captcha_secrets')
    .select('secret')
    .where('project_id', '=', projectId)
    .where('service', '=', service)
    .executeTakeFirst()
  return row === undefined ? null : sealer.open(row.secret, rowOf(projectId, service))
}

/** Stores the captcha secret, replacing any previous one. */
export const setCaptchaSecret = async (
  db: Database | Tx,
  sealer: Sealer,
  { projectId, service, secret }: { projectId: string; service: CaptchaService; secret: string },
  now: number,
): Promise<void> => {
  const values = { secret: sealer.seal(secret, rowOf(projectId, service)), updated_at: now }
  await db
    .insertInto('captcha_secrets')
    .values({ project_id: projectId, service, ...values })
    .onConflict(conflict => conflict.columns(['project_id', 'service']).doUpdateSet(values))
    .execute()
}

/** Removes those of all services. */
export const removeCaptchaSecrets = async (db: Database | Tx, projectId: string): Promise<void> => {
  await db.deleteFrom('captcha_secrets').where('project_id', '=', projectId).execute()
}
