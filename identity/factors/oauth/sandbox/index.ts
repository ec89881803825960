import type { Feature } from '../../../sdk/feature/index.ts'
import { isSandboxOpen } from './credentials.ts'
import { sandboxMigrations, sandboxSealed, sweepSandbox } from './memory.ts'
import { createSandboxRoutes } from './routes.ts'

export { isSandboxOpen, type SandboxCredentials, sandboxBase, sandboxCredentials } from './credentials.ts'

/** The social providers, played on this machine. */
export const sandboxProviders: Feature = {
  name: 'sandbox providers',
  migrations: sandboxMigrations,
  sealed: sandboxSealed,
  sweep: sweepSandbox,
  open: core => ({ pages: isSandboxOpen(core.settings) ? createSandboxRoutes(core) : null }),
}
