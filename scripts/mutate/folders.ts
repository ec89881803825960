/** Mutation testing configuration of a folder. */
export type Guarded = {
  /** Tests outside the folder that stand for it as well, as globs. Its own quick tests always do. */
  tests?: readonly string[]
  /** Files that are not broken, with the reason. */
  leftOut?: Readonly<Record<string, string>>
  /** True if its tests also run on PostgreSQL. Only needed where its code differs there. */
  onPostgres?: boolean
  /** Test timeout in ms. Every mutant that prevents an awaited event costs one timeout. */
  patience?: number
}

/**
 * Returns the required mutation score. Some surviving mutants are equivalent. Code that handles money or sessions has a higher threshold.
 */
export const goalOf = (folder: string): number => (/^identity\/|^site\/(?:money|accounts)\//.test(folder) ? 0.95 : 0.9)

/** Tests of requirements for all factors. */
const ofFactors = ['identity/features.test.ts']

const why = 'is texts for people, and the compiler asks for them in every language'
const texts = { 'notices.ts': why }
const inPage = 'runs in the page, where browser tests look at it'
const forTests = 'plays somebody else’s server, for tests and the sandbox'
const mailWords = { 'mail-words.ts': why }

/** Full sign-in tests also cover provider requests and responses. */
const ofSocialSignIn = ['identity/factors/oauth/*.test.ts']

/** Tests of requirements for all account parts. */
const ofAccounts = ['identity/nothing-is-left.test.ts']

/** Second-factor tests: it is required at every login except on remembered devices. */
const ofSecondFactor = [
  ...ofAccounts,
  'identity/factors/totps/*.test.ts',
  'identity/calls/account-page/*.test.ts',
  'identity/openid/who-is-asked.test.ts',
]

/** Money desk tests. Most money rules span several folders and are tested through moderator actions. */
const ofMoney = (...names: readonly string[]): string[] => names.map(name => `site/money/money-desk/${name}.test.ts`)

/** Tests of requirements for all moderated entries. */
const ofQueue = ['site/app/into-the-queue.test.ts', 'site/readers/moderation/*.test.ts', 'site/paper/known/*.test.ts']

/** The folders with rules that guard something, in the order of `docs/mutation.md`. */
export const guarded: Readonly<Record<string, Guarded>> = {
  'site/kit/doi': {},
  'site/paper/activity': {
    tests: ['site/news/*/*.test.ts', 'site/open/api/*.test.ts', 'site/paper/known/news.test.ts'],
  },
  'site/paper/citations': {},
  'site/paper/event-files': { tests: ['site/paper/sources/*.test.ts'] },
  'site/paper/known': { tests: ['site/paper/sources/*.test.ts', 'site/paper/papers/*.test.ts'] },
  'site/paper/sources': { leftOut: { 'command.ts': 'is a program, which slow tests start and kill' } },
  'site/paper/papers': {
    tests: ['site/open/{api,linked-data,mcp}/*.test.ts', 'site/app/app.test.ts', 'site/app/upkeep/*.test.ts'],
  },
  'site/paper/personalization': {},
  'site/finding/search': {},
  'site/readers/votes': { leftOut: { 'use-vote.ts': inPage } },
  'site/accounts/sign-in/server': { patience: 10_000 },
  'site/accounts/impersonation': { tests: ['site/app/impersonation.test.ts', 'site/app/upkeep/*.test.ts'] },
  'site/accounts/held-forms': {},
  'site/accounts/proofs': { leftOut: { 'browser/**': inPage } },
  'site/readers/drafts': {},
  'site/readers/written-text': {},
  'site/readers/notes': {
    tests: [...ofQueue, 'site/readers/drafts/*.test.ts', 'site/accounts/proofs/*.test.ts'],
    leftOut: { 'browser/**': inPage },
  },
  'site/readers/claims': {
    tests: ['site/readers/reports/submit-report.test.ts'],
    leftOut: { 'browser/**': inPage, 'use-claim-form.ts': inPage, 'mail-words.ts': why },
  },
  'site/readers/claims-and-reports': { tests: ['site/readers/{claims,reports,moderation}/*.test.ts'] },
  'site/readers/reports': {
    tests: [...ofQueue, 'site/open/linked-data/*.test.ts'],
    leftOut: {
      'browser/**': inPage,
      'use-{draft,fingerprint,hashes,take-over}.ts': inPage,
      'hash-{file,worker}.ts': inPage,
    },
  },
  'site/readers/problems': { tests: ofQueue },
  'site/readers/moderation': {
    tests: [...ofQueue, 'site/readers/{claims,notes,problems,reports}/*.test.ts'],
    leftOut: { 'browser/**': inPage, 'mail-words.ts': why },
  },
  'site/news/watches': { leftOut: { 'browser/**': inPage, 'mail/{de,en,es}.ts': why } },
  'site/news/feeds': { tests: ['site/news/watches/feeds.test.ts'] },
  'site/news/front': {},
  'site/news/crawlers': {},
  'site/open/api': {},
  'site/open/linked-data': {},
  'site/open/mcp': {},
  'site/open/ranges': {},
  'site/open/reference-check': { leftOut: { 'browser/**': inPage } },
  'site/app/shared-caches': {},
  'site/app/upkeep': { tests: ['site/app/*.test.ts'] },
  'site/money/bounties': { tests: ofMoney('awards', 'payouts'), leftOut: mailWords },
  'site/money/contributions': {
    tests: [...ofMoney('awards', 'payouts', 'returns'), 'site/money/bounties/where-it-stands.test.ts'],
    leftOut: {
      ...mailWords,
      'use-payment.ts': inPage,
      'browser/read-details.ts': inPage,
    },
  },
  'site/money/payments': {},
  'site/money/awards': {
    tests: [...ofMoney('awards', 'agreed-late', 'payouts', 'payout-rules'), 'site/money/returns/refund.test.ts'],
  },
  'site/money/payouts': { tests: ofMoney('asked-of-stripe', 'payouts', 'payout-rules'), leftOut: mailWords },
  'site/money/returns': {},
  'site/money/ledger': {},
  'site/money/books': { tests: ofMoney('awards', 'books-add-up', 'payouts', 'returns') },
  'site/money/money-desk': { leftOut: { 'browser/**': inPage } },
  'server-kit/limits': {},
  'server-kit/http': { tests: ['server-kit/known-caller/*.test.ts'], patience: 10_000 },
  'server-kit/append-only': { onPostgres: true },
  'server-kit/health': {},
  'server-kit/known-caller': {},
  'server-kit/lifecycle': {},
  'server-kit/proof-of-work': {},
  'server-kit/secret-file': {},
  'server-kit/single-flight': {},
  'server-kit/webhooks': { tests: ['identity/webhooks/*.test.ts'] },
  'server-kit/outbox': {},
  'server-kit/database': { onPostgres: true, patience: 5_000 },
  'server-kit/overload': { patience: 5_000 },
  'identity/accounts/step-up': {},
  'identity/accounts/one-time-tokens': { onPostgres: true },
  'identity/accounts/sessions': {},
  'identity/accounts/second-factor': { tests: ofSecondFactor },
  'identity/accounts/remembered-devices': { tests: ofSecondFactor },
  'identity/accounts/device-cookies': { tests: ['identity/protection/*.test.ts', ...ofSecondFactor] },
  'identity/accounts/known-devices': {
    tests: [...ofAccounts, 'identity/factors/passwords/not-me/*.test.ts', 'identity/calls/account-page/*.test.ts'],
  },
  'identity/accounts/impersonation': {
    tests: [
      'identity/{calls/account-page,operate/console,operate/cli,protection,accounts/step-up}/*.test.ts',
      'identity/factors/totps/second-factor.test.ts',
    ],
  },
  'identity/accounts/last-sign-in-method': { tests: [...ofFactors, 'identity/calls/account/*.test.ts'] },
  'identity/accounts/users': {
    onPostgres: true,
    tests: [
      ...ofAccounts,
      ...ofFactors,
      'identity/calls/{account,account-page}/*.test.ts',
      'identity/factors/{recipients,passwords}/*.test.ts',
    ],
  },
  'identity/accounts/user-search': {},
  'identity/accounts/contacts': {
    tests: [...ofFactors, 'identity/calls/account/*.test.ts', 'identity/factors/{magic-links,otps,contacts}/*.test.ts'],
  },
  'identity/administrators': {},
  'identity/calls': {
    tests: [
      ...ofAccounts,
      ...ofFactors,
      'identity/{accounts/{sessions,impersonation},sdk/http,operate/sweeping}/*.test.ts',
      'identity/factors/totps/second-factor.test.ts',
    ],
    leftOut: { 'account-page/notices.ts': why },
  },
  'identity/delivery': {
    patience: 5_000,
    leftOut: { 'words/{de,en,es}.ts': why, 'mailbox/{browser-script,page-styles}.ts': inPage },
  },
  'identity/hosted': { tests: ['identity/protection/{captcha,devices}/*.test.ts'] },
  'identity/operate/audit-out': { patience: 5_000 },
  'identity/operate/commands': { tests: ['identity/operate/cli/*.test.ts'] },
  'identity/operate/user-import': {},
  'identity/projects': {},
  'identity/sdk': { tests: [...ofFactors, 'identity/protection/{captcha,devices}/*.test.ts'] },
  'identity/webhooks': {},
  'identity/protection': {},
  'identity/openid': {},
  'identity/platform/audit': {},
  'identity/platform/devices': { tests: ['identity/accounts/known-devices/*.test.ts'] },
  'identity/platform/outside': {},
  'identity/platform/refusal': {},
  'identity/platform/public-keys': {},
  'identity/platform/sealing': {},
  'identity/factors/wallets': { tests: ofFactors, leftOut: texts },
  'identity/factors/oauth': {
    tests: ofFactors,
    leftOut: {
      ...texts,
      'upstream/**': forTests,
      'sandbox/**': forTests,
      '{clients,provider-client,providers}/**': 'is measured by itself',
    },
  },
  'identity/factors/oauth/clients': { tests: ofSocialSignIn },
  'identity/factors/oauth/provider-client': { tests: ofSocialSignIn },
  'identity/factors/oauth/providers': {},
  'identity/factors/contacts': {
    tests: [...ofFactors, 'identity/calls/account/*.test.ts'],
    leftOut: { 'email-notices.ts': why, 'phone-number-notices.ts': why },
  },
  'identity/factors/magic-links': { tests: [...ofFactors, 'identity/calls/account/*.test.ts'] },
  'identity/factors/otps': { tests: ofFactors },
  'identity/factors/passwords': {
    tests: ofFactors,
    leftOut: {
      ...texts,
      'strength/grade-worker.ts': 'runs in a thread of its own, where no change can be switched on',
    },
  },
  'identity/factors/passkeys': { tests: ofFactors, leftOut: texts },
  'identity/factors/recipients': { tests: ['identity/factors/{magic-links,otps}/*.test.ts'] },
  'identity/factors/totps': {
    tests: [...ofFactors, 'identity/platform/sealing/sealed-rows.test.ts'],
    leftOut: texts,
  },
}

const bySlowTests = 'is tried as a program of its own, killed and started again, by slow tests'
const byFigures = 'is judged by what it finds and how fast: `npm run bench` and the tests over all works'
const plumbing = 'connects parts, and is run by the tests of all of them'
const byBrowser = 'is markup and its addresses, which browser tests look at'
const oneAct = 'does one thing for its callers, whose tests hold it to that'

/** The other folders of the servers, and why they are not measured. */
export const notMeasured: Readonly<Record<string, string>> = {
  'site/accounts/sign-in': byBrowser,
  'site/accounts/calls': byBrowser,
  'site/accounts/pending-actions': byBrowser,
  'site/app': plumbing,
  'site/finding/search-box': byBrowser,
  'site/finding/starter-corpus': 'is data, and what checks it by hand',
  'site/finding/works-import': bySlowTests,
  'site/kit': oneAct,
  'site/money/money-log': oneAct,
  'site/money/stripe': oneAct,
  'site/money/stripe-sandbox': forTests,
  'site/open/api-page': byBrowser,
  'site/open/dump': bySlowTests,
  'site/open/embed': byBrowser,
  'site/open/public-names': oneAct,
  'site/paper/share-picture': 'draws, and is looked at',
  'site/paper/titles': 'is tried on the titles of all works',
  'site/paper/works-engine': byFigures,
  'site/paper/works-index': byFigures,
  'site/paper/works-opensearch': byFigures,
  'identity/operate/cli': plumbing,
  'identity/operate/console': byBrowser,
  'identity/operate/sweeping': plumbing,
  'identity/platform': oneAct,
  'server-kit/backup': bySlowTests,
  'server-kit/bounded-reading': bySlowTests,
  'server-kit/build': 'runs before there is a server',
  'server-kit/command-line': oneAct,
  'server-kit/error-message': oneAct,
  'server-kit/file-problem': oneAct,
  'server-kit/logging': 'only writes to the log',
  'server-kit/mail': oneAct,
  'server-kit/operator-error': oneAct,
  'server-kit/page': oneAct,
  'server-kit/private-file': oneAct,
  'server-kit/retention': 'is a table of times, which the tests compare with the tables that there are',
  'server-kit/security-txt': oneAct,
  'server-kit/settings': 'runs while a server starts, which each test of a server does',
  'server-kit/this-machine': oneAct,
  'server-kit/tracing': 'only tells who watches',
  'server-kit/version': oneAct,
  'server-kit/worker-pool': oneAct,
}
