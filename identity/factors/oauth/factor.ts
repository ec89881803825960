import type { HttpEnv } from '@corroborate/server-kit/http'
import { endpoints } from '@corroborate/wire/endpoints.schema'
import { Hono } from 'hono'
import { userField } from '../../accounts/users/index.ts'
import type { Notice } from '../../delivery/index.ts'
import { onOff, type SettingFlag } from '../../projects/index.ts'
import type { Factor, Feature, Removal } from '../../sdk/feature/feature.ts'
import { sweepParcels } from './arrival.ts'
import { createCallbackPage } from './callback-page.ts'
import { createConfirmPage } from './confirm-page.ts'
import { createOneTapPages } from './one-tap.ts'
import { createProviderClient } from './provider-client/index.ts'
import { createOAuthCalls } from './routes.ts'
import { createStartPage } from './start-page.ts'
import {
  oauthMigrations,
  oauthSealed,
  providerRows,
  removeRegistration,
  removeRegistrations,
  toProvider,
} from './store.ts'

declare module '../../platform/names/index.ts' {
  interface AccountChanges {
    'social-account-linked': true
    'social-account-removed': true
  }
}

/** Notifications about linked social accounts. */
const oauthNotices: readonly Notice[] = [
  {
    change: 'social-account-linked',
    advice: 'undoIt',
    words: {
      en: {
        subject: 'Another account was linked',
        sentence:
          'An account at another provider, such as Google or GitHub, was linked to your account. Anyone who has that account can log in without your password.',
      },
      de: {
        subject: 'Ein weiteres Konto wurde verknüpft',
        sentence:
          'Mit Ihrem Konto wurde ein Konto bei einem anderen Anbieter verknüpft, zum Beispiel bei Google oder GitHub. Wer dieses Konto hat, kann sich ohne Ihr Passwort anmelden.',
      },
      es: {
        subject: 'Se ha vinculado otra cuenta',
        sentence:
          'Se ha vinculado a su cuenta una cuenta de otro proveedor, como Google o GitHub. Quien tenga esa cuenta puede iniciar sesión sin su contraseña.',
      },
    },
  },
  {
    change: 'social-account-removed',
    advice: 'takeItBack',
    words: {
      en: {
        subject: 'A linked account was removed',
        sentence:
          'An account at another provider is no longer linked to your account. It can no longer be used to log in.',
      },
      de: {
        subject: 'Ein verknüpftes Konto wurde entfernt',
        sentence:
          'Ein Konto bei einem anderen Anbieter ist nicht mehr mit Ihrem Konto verknüpft. Mit ihm kann man sich nicht mehr anmelden.',
      },
      es: {
        subject: 'Se ha eliminado una cuenta vinculada',
        sentence: 'Una cuenta de otro proveedor ya no está vinculada a su cuenta. Ya no sirve para iniciar sesión.',
      },
    },
  },
]

export const oauthRemoval: Removal = {
  endpoint: endpoints.users.deleteOAuthRegistration,
  notFound: 'oauth_user_registration_not_found',
  action: 'oauth.deleted',
  idsOf: user => user.providers.map(({ oauth_user_registration_id: id }) => id),
  without: (user, id) => ({
    ...user,
    providers: user.providers.filter(({ oauth_user_registration_id }) => oauth_user_registration_id !== id),
  }),
  change: () => 'social-account-removed',
  remove: removeRegistration,
}

export const oauthSettings = {
  'strict-linking': {
    argument: 'on|off',
    help: 'mail a code to an address that a social provider checked only once',
    apply: (_, values) => ({ strictLinking: onOff(values) }),
  },
} satisfies Record<string, SettingFlag>

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
