export {
  everybodysRole,
  type ProjectConfig,
  projectConfig,
  projectName,
  type RedirectKind,
  redirectKinds,
  redirectUrl,
} from './config.ts'
export { createProjectDirectory, type ProjectDirectory } from './directory.ts'
export { ensureProjectOfSite, makeProjectOfSite } from './follow-site.ts'
export {
  added,
  type ChosenRedirect,
  chooseRedirect,
  last,
  lifetimeOf,
  named,
  number,
  onOff,
  SettingError,
  type SettingFlag,
  type SettingFlags,
  without,
} from './setting-flag.ts'
export {
  createProject,
  findProject,
  listProjects,
  lockProject,
  type NewProject,
  type Project,
  type ProjectTables,
  projectMigrations,
  updateProject,
} from './store.ts'
