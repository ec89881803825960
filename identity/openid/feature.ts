import type { Core } from '../sdk/core/index.ts'
import type { Feature } from '../sdk/feature/index.ts'
import { authorizeCalls, authorizeForm } from './authorize/index.ts'
import { connectedAppCalls } from './connected-apps/index.ts'
import { logoPages } from './logos.ts'
import { logoutCalls } from './logout/index.ts'
import { createProviders, issuerPattern, openidHandler } from './provider/index.ts'
import { sessionEndJobs } from './session-ends/index.ts'
import { openidSettings } from './settings.ts'
import { forgetAuthorizations, forgetConsents, openidMigrations, revokeGrantsOf, sweepOpenid } from './store/index.ts'

/** Applications of others that sign people in with us, and what people allow them. */
export const openidFeature: Feature = {
  name: 'openid provider',
  tables: ['openid_consents', 'openid_authorizations'],
  migrations: openidMigrations,
  auditActions: ['app.authorized', 'app.revoked', 'app.created', 'app.changed', 'app.secret_rotated', 'app.deleted'],
  settings: openidSettings,
  wipeUnproved: (tx, { projectId, userId }) => forgetAll(tx, projectId, userId),
  deleteUser: (tx, projectId, userId) => forgetAll(tx, projectId, userId),
  sweep: sweepOpenid,
  open: (core: Core) => {
    const providers = createProviders(core)
    return {
      calls: [...authorizeCalls(core, providers), ...logoutCalls(core, providers), ...connectedAppCalls(core)],
      jobs: sessionEndJobs(core, providers),
      pages: authorizeForm(core, providers).route('/', logoPages(core)),
      nodeHandlers: { [issuerPattern]: openidHandler(core, providers) },
    }
  },
}

const forgetAll = async (
  tx: Parameters<typeof forgetConsents>[0],
  projectId: string,
  userId: string,
): Promise<void> => {
  await revokeGrantsOf(tx, projectId, { userId })
  await forgetConsents(tx, projectId, { userId })
  await forgetAuthorizations(tx, projectId, { userId })
}
