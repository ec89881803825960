import { userField } from '../../accounts/users/index.ts'
import type { Notice } from '../../delivery/index.ts'
import { last, number, onOff, SettingError, type SettingFlags } from '../../projects/index.ts'
import type { Factor } from '../../sdk/feature/feature.ts'
import { createBreaches, requireHashFile } from './breaches/index.ts'
import { createHasher } from './hashing/create-hasher.ts'
import { notMePage } from './not-me/page.ts'
import { createPasswordCalls } from './routes.ts'
import { findPassword, passwordRows, removePassword } from './store.ts'
import { createJudge } from './strength/create-judge.ts'

declare module '../../platform/names/index.ts' {
  interface AccountChanges {
    'password-set': true
    'password-changed': true
  }
}

/** Notifications about the account's password. */
const passwordNotices: readonly Notice[] = [
  {
    change: 'password-set',
    advice: 'takeItBack',
    words: {
      en: {
        subject: 'A password was set',
        sentence: 'A password was set for your account.',
      },
      de: {
        subject: 'Ein Passwort wurde festgelegt',
        sentence: 'Für Ihr Konto wurde ein Passwort festgelegt.',
      },
      es: {
        subject: 'Se ha establecido una contraseña',
        sentence: 'Se ha establecido una contraseña para su cuenta.',
      },
    },
  },
  {
    change: 'password-changed',
    advice: 'takeItBack',
    words: {
      en: {
        subject: 'Your password was changed',
        sentence: 'The password of your account was changed.',
      },
      de: {
        subject: 'Ihr Passwort wurde geändert',
        sentence: 'Das Passwort Ihres Kontos wurde geändert.',
      },
      es: {
        subject: 'Su contraseña ha cambiado',
        sentence: 'Se ha cambiado la contraseña de su cuenta.',
      },
    },
  },
]

export const passwordSettings: SettingFlags = {
  'password-policy': {
    argument: 'zxcvbn|luds',
    help: 'how the strength of passwords is checked',
    apply: ({ passwords }, values) => {
      const policy = last(values)
      if (policy !== 'zxcvbn' && policy !== 'luds') throw new SettingError('must be zxcvbn or luds')
      return { passwords: { ...passwords, policy } }
    },
  },
  'luds-complexity': {
    argument: 'N',
    help: 'how many of these a password needs: lower case, upper case, digits, symbols',
    apply: ({ passwords }, values) => ({ passwords: { ...passwords, ludsComplexity: number(values) } }),
  },
  'luds-minimum': {
    argument: 'N',
    help: 'how many characters a password needs at least',
    apply: ({ passwords }, values) => ({ passwords: { ...passwords, ludsMinimumCount: number(values) } }),
  },
  'breach-detection': {
    argument: 'on|off',
    help: 'refuse passwords that are known from breaches',
    apply: ({ passwords }, values) => ({ passwords: { ...passwords, breachDetection: onOff(values) } }),
  },
  'breach-detection-at-login': {
    argument: 'on|off',
    help: 'also at log-in: people with such a password set a new one by mail',
    apply: ({ passwords }, values) => ({ passwords: { ...passwords, breachDetectionAtLogIn: onOff(values) } }),
  },
  'password-reset-minutes': {
    argument: 'N',
    help: 'how long a reset link works at most',
    apply: ({ expirations }, values) => ({ expirations: { ...expirations, passwordReset: number(values) } }),
  },
  'pkce-password-resets': {
    argument: 'on|off',
    help: 'require PKCE for password resets',
    apply: ({ pkce }, values) => ({ pkce: { ...pkce, passwordResets: onOff(values) } }),
  },
}

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
