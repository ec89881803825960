import type { Core } from '../sdk/core/index.ts'
import type { Feature } from '../sdk/feature/index.ts'
import { authorizeCalls, authorizeForm } from './authorize/index.ts'
import { connectedAppCalls } from './connected-apps/index.ts'
import { logoPages } from './logos.ts'
import { logoutCalls } from './logout/index.ts'
import { createProviders, insertedPatterns, issuerPattern, openidHandler } from './provider/index.ts'
import { sessionEndJobs, tellOfEnd } from './session-ends/index.ts'
import { openidSettings } from './settings.ts'
import {
  authorizationsOfUser,
  forgetAuthorizations,
  forgetConsents,
  forgetLogins,
  openidMigrations,
  revokeGrantsOf,
  sweepOpenid,
} from './store/index.ts'

/** OpenID Connect and OAuth for third-party applications, and user consent. */
export const openidFeature: Feature = {
  name: 'openid provider',
  tables: ['openid_consents', 'openid_authorizations', 'openid_logins'],
  migrations: openidMigrations,
  settings: openidSettings,
  wipeUnproved: (tx, { projectId, userId, now }) => forgetAll(tx, projectId, userId, now),
  deleteUser: (tx, projectId, userId) => forgetAll(tx, projectId, userId, Date.now()),
  sweep: sweepOpenid,
  open: (core: Core) => {
    const providers = createProviders(core)
    const handler = openidHandler(core, providers)
    return {
      calls: [...authorizeCalls(core, providers), ...logoutCalls(core, providers), ...connectedAppCalls(core)],
      jobs: sessionEndJobs(core, providers),
      pages: authorizeForm(core, providers).route('/', logoPages(core)),
      nodeHandlers: Object.fromEntries([issuerPattern, ...insertedPatterns].map(pattern => [pattern, handler])),
    }
  },
}

/** Deletes all data of a deleted user. Applications they signed in to are notified before the list of them is deleted. */
const forgetAll = async (
  tx: Parameters<typeof forgetConsents>[0],
  projectId: string,
  userId: string,
  now: number,
): Promise<void> => {
  for (const { clientId, sid } of await authorizationsOfUser(tx, projectId, userId)) {
    await tellOfEnd(tx, { projectId, clientId, userId, sid }, now)
  }
  await revokeGrantsOf(tx, projectId, { userId })
  await forgetConsents(tx, projectId, { userId })
  await forgetAuthorizations(tx, projectId, { userId })
  await forgetLogins(tx, projectId, userId)
}
