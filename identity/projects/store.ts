import { type Migration, runTransaction } from '@corroborate/server-kit/database'
import type { Selectable } from 'kysely'
import type { Database, Tx } from '../platform/database/index.ts'
import { type Environment, newId } from '../platform/ids/index.ts'
import { type ProjectConfig, projectConfig } from './config.ts'

export type ProjectTables = {
  projects: {
    project_id: string
    public_token: string
    name: string
    environment: Environment
    config: string
    created_at: number
    updated_at: number
  }
}

declare module '../platform/database/index.ts' {
  interface Tables extends ProjectTables {}
}

export const projectMigrations: Migration[] = [
  {
    name: '2026-11-21-projects',
    async up(db) {
      await db.schema
        .createTable('projects')
        .addColumn('project_id', 'text', column => column.primaryKey().notNull())
        .addColumn('public_token', 'text', column => column.notNull().unique())
        .addColumn('name', 'text', column => column.notNull())
        .addColumn('environment', 'text', column => column.notNull())
        .addColumn('config', 'text', column => column.notNull())
        .addColumn('created_at', 'bigint', column => column.notNull())
        .addColumn('updated_at', 'bigint', column => column.notNull())
        .execute()
    },
  },
  {
    name: '2026-11-25-passcodes-live-ten-minutes-at-most',
    async up(db) {
      for (const { project_id, config } of await db.selectFrom('projects').selectAll().execute()) {
        const stored = JSON.parse(String(config)) as { expirations?: { passcode?: number } }
        if ((stored.expirations?.passcode ?? 0) <= 10) continue
        const shorter = { ...stored, expirations: { ...stored.expirations, passcode: 10 } }
        await db
          .updateTable('projects')
          .set({ config: JSON.stringify(shorter) })
          .where('project_id', '=', project_id)
          .execute()
      }
    },
  },
]

export type Project = ProjectConfig & {
  id: string
  publicToken: string
  name: string
  environment: Environment
  createdAt: number
  updatedAt: number
}

const toProject = (row: Selectable<ProjectTables['projects']>): Project => ({
  ...projectConfig.parse(JSON.parse(row.config)),
  id: row.project_id,
  publicToken: row.public_token,
  name: row.name,
  environment: row.environment,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export type NewProject = {
  name: string
  environment?: Environment
  publicToken?: string
  config?: Partial<ProjectConfig>
}

/** Makes a project with ids of its own; a token of the operator's choice must begin with its environment's prefix. */
export const createProject = async (
  db: Database | Tx,
  { name, environment = 'test', publicToken, config = {} }: NewProject,
  now: number,
): Promise<Project> => {
  const row = {
    project_id: newId('project', environment),
    public_token: publicToken ?? newId('public-token', environment),
    name,
    environment,
    config: JSON.stringify(projectConfig.parse(config)),
    created_at: now,
    updated_at: now,
  }
  await db.insertInto('projects').values(row).execute()
  return toProject(row)
}

export const findProject = async (db: Database | Tx, tokenOrId: string): Promise<Project | null> => {
  const row = await db
    .selectFrom('projects')
    .selectAll()
    .where(is => is.or([is('public_token', '=', tokenOrId), is('project_id', '=', tokenOrId)]))
    .executeTakeFirst()
  return row === undefined ? null : toProject(row)
}

export const listProjects = async (db: Database): Promise<Project[]> =>
  (await db.selectFrom('projects').selectAll().orderBy('created_at').execute()).map(toProject)

/** Locks a project until the transaction ends, so that one caller does the work for all. */
export const lockProject = async (tx: Tx, projectId: string): Promise<void> => {
  await tx
    .updateTable('projects')
    .set(project => ({ updated_at: project.ref('updated_at') }))
    .where('project_id', '=', projectId)
    .execute()
}

/** Updates a project's name and settings in one transaction; `change` receives the current ones. */
export const updateProject = (
  db: Database,
  tokenOrId: string,
  change: (project: Project) => { name?: string | undefined; config: Partial<ProjectConfig> },
  now: number,
): Promise<Project | null> =>
  runTransaction(db, async tx => {
    const known = await findProject(tx, tokenOrId)
    if (known === null) return null
    // Of changes at the same time, each adds to the one before: a page that one of them removes stays removed.
    await lockProject(tx, known.id)
    const project = (await findProject(tx, known.id)) ?? known
    const { name = project.name, config } = change(project)
    const row = await tx
      .updateTable('projects')
      .set({ name, config: JSON.stringify(projectConfig.parse({ ...project, ...config })), updated_at: now })
      .where('project_id', '=', project.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return toProject(row)
  })
