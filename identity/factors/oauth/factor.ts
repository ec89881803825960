import type { HttpEnv } from '@corroborate/server-kit/http'
import { Hono } from 'hono'
import { userField } from '../../accounts/users/index.ts'
import type { Factor, Feature } from '../../sdk/feature/index.ts'
import { createCallbackPage } from './callback-page.ts'
import { createOAuthCalls } from './calls.ts'
import { createConfirmPage } from './confirm-page.ts'
import { oauthNotices } from './notices.ts'
import { createOneTapPages } from './one-tap.ts'
import { sweepParcels } from './parcels.ts'
import { createProviderClient } from './provider-client/index.ts'
import { providerRows, removeRegistrations, toProvider } from './registrations.ts'
import { oauthRemoval } from './removal.ts'
import { oauthSettings } from './settings.ts'
import { createStartPage } from './start-page.ts'
import { oauthMigrations, oauthSealed } from './tables.ts'

declare module '../../platform/names/index.ts' {
  interface LimitNames {
    oauthPerAddress: true
  }
}

/** Accounts at social providers: Google, GitHub and others. */
export const oauthFactor = {
  name: 'social accounts',
  tables: ['oauth_registrations'],
  migrations: oauthMigrations,
  limits: {
    // A sign-in takes three requests, and a whole school may share one address.
    oauthPerAddress: { points: 300, perSeconds: 60 },
  },
  sealed: oauthSealed,
  secrets: [
    'oauth_state',
    'oauth_post',
    'oauth_token',
    'oauth_attach',
    'oauth_confirm',
    'oauth_code',
    'oauth_one_tap',
    'oauth_id_token',
  ],
  notices: oauthNotices,
  settings: oauthSettings,
  userField: userField('providers', providerRows, rows => rows.map(toProvider)),
  isWayIn: user => user.providers.length > 0,
  // A user with a linked account has already signed in.
  makesAccount: null,
  removal: oauthRemoval,
  wipeUnproved: (tx, { projectId, userId }) => removeRegistrations(tx, projectId, userId),
  deleteUser: removeRegistrations,
  // Data between two requests belongs to no user yet. `oauthParcels` purges it.
  sweep: null,
  open: core => {
    const client = createProviderClient()
    const pages = new Hono<HttpEnv>()
    for (const page of [
      createStartPage(core),
      createOneTapPages(core, client),
      createCallbackPage(core, client),
      createConfirmPage(core),
    ]) {
      pages.route('/', page)
    }
    return { calls: createOAuthCalls(core, client), pages, jobs: {}, checks: {}, close: null }
  },
} satisfies Factor

/** Data stored until the browser returns, or until a page fetches it. */
export const oauthParcels: Feature = { name: 'social sign-ins on their way', sweep: sweepParcels }
