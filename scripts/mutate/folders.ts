/** What `npm run mutate` should know of a folder. */
export type Guarded = {
  /** Tests outside the folder that stand for it as well, as globs. Its own quick tests always do. */
  tests?: readonly string[]
  /** Files that are not broken, with the reason. */
  leftOut?: Readonly<Record<string, string>>
  /** Whether its tests run on PostgreSQL too: only where its code differs there. */
  onPostgres?: boolean
  /** How long a test may take, in ms: whoever waits in vain waits once for each change that prevents what it waits for. */
  patience?: number
}

/** What every factor must be. */
const ofFactors = ['identity/features.test.ts']

const why = 'is texts for people, and the compiler asks for them in every language'
const texts = { 'notices.ts': why }

/** The folders whose rules somebody would like to break, in the order of `docs/mutation.md`. */
export const guarded: Readonly<Record<string, Guarded>> = {
  'site/kit/doi': {},
  'site/readers/votes': { leftOut: { 'use-vote.ts': 'runs in the page, where browser tests look at it' } },
  'site/accounts/sign-in/server': { patience: 10_000 },
  'server-kit/limits': {},
  'server-kit/http': { tests: ['server-kit/known-caller/*.test.ts'], patience: 10_000 },
  'server-kit/outbox': {},
  'server-kit/database': { onPostgres: true, patience: 5_000 },
  'server-kit/overload': { patience: 5_000 },
  'identity/accounts/step-up': {},
  'identity/accounts/single-use': { onPostgres: true },
  'identity/accounts/sessions': {},
  'identity/accounts/contacts': {
    tests: [...ofFactors, 'identity/calls/account/*.test.ts', 'identity/factors/{magic-links,otps,contacts}/*.test.ts'],
  },
  'identity/protection': {},
  'identity/platform/sealing': {},
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
