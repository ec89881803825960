import type { OutboxTables } from '@corroborate/server-kit/outbox'
import { paths } from '../../kit/doi/index.ts'
import { defineFeature } from '../../kit/feature/index.ts'
import { identityService } from '../../kit/outside/index.ts'
import { accountPage, authenticatePage, consentPage, loginPage, logoutPage } from './pages/pages.ts'
import {
  createAccountCalls,
  createBrowserSession,
  createConfirmAddressCall,
  createConsentCalls,
  createIdentityProvider,
  createOwnSessionCall,
  createProjectVerifier,
  createSessions,
  createSignInCalls,
  createUserEventsCall,
  deleteProfile,
  exportProfile,
  mailToMigration,
  provedMigration,
  type SignInJobs,
  type SignInTables,
  signInJobs,
  signInMigration,
  wipedMigration,
} from './server/index.ts'

const limits = {
  /** Session checks with the identity provider, one per page. */
  sessionCheck: { points: 600, perSeconds: 60 },
  /** Opened magic links, each of which queries the provider. */
  linkLook: { points: 120, perSeconds: 10 * 60 },
  /** Magic links spent by a form. */
  signIn: { points: 60, perSeconds: 10 * 60 },
  /** Logouts: a session that cannot be checked is queued for revocation by the provider. */
  signOut: { points: 60, perSeconds: 10 * 60 },
  /** Magic links requested without JavaScript; the provider itself limits by mailbox. */
  signInMail: { points: 10, perSeconds: 10 * 60 },
  /** Copies of everything: each reads all tables. */
  export: { points: 10, perSeconds: 60 * 60 },
} as const

/** Sign-in, sign-out, and the session of each request. */
export const signInFeature = defineFeature<SignInTables & OutboxTables, SignInJobs>()({
  migrations: [signInMigration, provedMigration, wipedMigration, mailToMigration],
  limits,
  pages: [accountPage, authenticatePage, consentPage, loginPage, logoutPage],
  moveToAccount: null,
  // The account itself remains at the provider.
  deleteAccount: async (tx, { id, upTo }) => {
    if (upTo === null) await deleteProfile(tx, id)
  },
  exportOf: async (db, account) => ({ account: await exportProfile(db, account.id) }),
  open: ({
    settings,
    logger,
    now,
    db,
    outbox,
    limits,
    people,
    outside,
    signCall,
    readWebhook,
    pages,
    moveToAccount,
    noteProof,
    deleteAccount,
    exportAccount,
  }) => {
    const { site, identity } = settings
    const secure = site.origin.startsWith('https:')
    const service = outside(identityService)
    const provider = createIdentityProvider({ ...identity, service, signCall })
    const verifier = createProjectVerifier({ issuer: identity.origin, service, now })
    const sessions = createSessions({
      db,
      provider,
      ...verifier,
      limits,
      noteProof,
      mailConfirmation: (tx, payload) =>
        outbox.enqueue(tx.$pickTables<'outbox'>(), { kind: 'sign-in.confirm', payload }),
      logger,
      now,
    })
    const browser = createBrowserSession({
      secure,
      db,
      outbox,
      people,
      sessions,
      provider,
      moveToAccount,
      logger,
      now,
    })
    const calls = createSignInCalls({ origin: site.origin, browser, sessions, provider, people, limits, pages })
    const account = createAccountCalls({
      origin: site.origin,
      people,
      pages,
      browser,
      provider,
      exportAccount,
      limits,
      now,
    })
    const consent = createConsentCalls({ pages })
    return {
      jobs: signInJobs(provider, `${site.origin}${paths.authenticate}`),
      middleware: {
        session: [calls.recognise, calls.requireSameReader, calls.guardQuery],
      },
      routes: {
        [paths.account]: { GET: account.page },
        [paths.accountExport]: { GET: account.download },
        [paths.authenticate]: { GET: calls.authenticate.get, POST: calls.authenticate.post },
        [paths.ownSession]: { POST: createOwnSessionCall({ browser }) },
        [paths.secondFactor]: { GET: calls.secondFactor.get, POST: calls.secondFactor.post },
        [paths.confirmAddress]: {
          POST: createConfirmAddressCall({ origin: site.origin, provider, people, limits, pages }),
        },
        [paths.userEvents]: { POST: createUserEventsCall({ db, readWebhook, deleteAccount, logger, now }) },
        [paths.consent]: { GET: consent.page, POST: consent.byForm },
        [paths.logout]: { GET: calls.logOut.byAddress, POST: calls.logOut.byForm },
        [paths.login()]: { GET: calls.logIn.page, POST: calls.logIn.byForm },
        [paths.resetPassword]: { GET: calls.resetPassword.get, POST: calls.resetPassword.post },
      },
    }
  },
})
