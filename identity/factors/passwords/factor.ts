import { userField } from '../../accounts/users/index.ts'
import type { Factor } from '../../sdk/feature/index.ts'
import { createBreaches, requireHashFile } from './breaches/index.ts'
import { createPasswordCalls } from './calls.ts'
import { createHasher } from './hashing/index.ts'
import { notMePage } from './not-me/index.ts'
import { passwordNotices } from './notices.ts'
import { findPassword, passwordRows, removePassword } from './password-store.ts'
import { passwordSettings } from './settings.ts'
import { createJudge } from './strength/index.ts'

declare module '../../platform/names/index.ts' {
  interface LimitNames {
    strengthPerAddress: true
    registerPerAddress: true
  }
  interface SecretKinds {
    password_reset: true
    /** Login link of a reset mail. */
    reset_login: true
  }
}

/** Passwords: made, proved, graded, and reset. */
export const passwordFactor = {
  name: 'passwords',
  tables: ['password_hashes'],
  // Its table was made by the first step of `accounts/users`.
  migrations: [],
  limits: {
    // Grading and hashing take much CPU time.
    strengthPerAddress: { points: 240, perSeconds: 60 },
    registerPerAddress: { points: 60, perSeconds: 60 * 60 },
  },
  sealed: [],
  secrets: ['password_reset', 'reset_login', 'not_me'],
  notices: passwordNotices,
  settings: passwordSettings,
  userField: userField('password', passwordRows, ([row]) =>
    row === undefined ? null : { password_id: row.password_id, requires_reset: row.requires_reset === 1 },
  ),
  // Any address suffices: a mail to it resets a forgotten password.
  isWayIn: user => user.password !== null && user.emails.length > 0,
  makesAccount: async (db, projectId, userId) => (await findPassword(db, projectId, userId)) !== null,
  // A password is changed, not removed.
  removal: null,
  wipeUnproved: (tx, { projectId, userId }) => removePassword(tx, projectId, userId),
  deleteUser: removePassword,
  sweep: null,
  open: core => {
    const { breachedPasswords } = core.settings
    if (breachedPasswords.file !== null) requireHashFile(breachedPasswords.file)
    const breaches = createBreaches(breachedPasswords, core.logger)
    return {
      calls: createPasswordCalls(core, { hasher: createHasher(), judge: createJudge(breaches), breaches }),
      pages: notMePage(core),
      jobs: {},
      checks: {},
      close: async () => breaches.close(),
    }
  },
} satisfies Factor
