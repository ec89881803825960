export { administratorPart } from './account-part.ts'
export {
  consoleSessionMinutes,
  consoleToken,
  ensureConsoleProject,
  findConsoleProject,
  followOrigin,
  isConsole,
} from './console-project.ts'
export { consolePath, invitationHours, inviteAdministrator } from './invite.ts'
export { type AdministratorRole, administratorRoles, mayAs, roleNamed, roleWords } from './roles.ts'
export {
  type AdministratorTables,
  addAdministrator,
  administratorMigrations,
  changeRole,
  listAdministrators,
  roleOf,
} from './store.ts'
