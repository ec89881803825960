import type { AccountChange } from '../message.ts'

type ChangeWords = { subject: string; sentence: string; advice: string }

const undoIt = 'Log in, undo the change, and choose a new password.'
const takeItBack = 'Somebody may be in your account. Reset your password now: it ends every other session.'

const words: Readonly<Record<AccountChange, ChangeWords>> = {
  'password-set': {
    subject: 'A password was set',
    sentence: 'A password was set for your account.',
    advice: takeItBack,
  },
  'password-changed': {
    subject: 'Your password was changed',
    sentence: 'The password of your account was changed.',
    advice: takeItBack,
  },
  'email-added': {
    subject: 'An e-mail address was added',
    sentence: 'Another e-mail address was added to your account, and can be used to log in.',
    advice: undoIt,
  },
  'email-removed': {
    subject: 'An e-mail address was removed',
    sentence: 'An e-mail address was removed from your account.',
    advice: takeItBack,
  },
  'phone-number-added': {
    subject: 'A phone number was added',
    sentence: 'A phone number was added to your account, and can be used to log in.',
    advice: undoIt,
  },
  'phone-number-removed': {
    subject: 'A phone number was removed',
    sentence: 'A phone number was removed from your account.',
    advice: undoIt,
  },
  'authenticator-app-added': {
    subject: 'An authenticator app was added',
    sentence: 'An authenticator app now protects your account.',
    advice: undoIt,
  },
  'authenticator-app-removed': {
    subject: 'The authenticator app was removed',
    sentence: 'The authenticator app does not protect your account any more.',
    advice: takeItBack,
  },
  'recovery-codes-renewed': {
    subject: 'New recovery codes',
    sentence: 'New recovery codes were made for your account; the old ones do not work any more.',
    advice: takeItBack,
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    sentence: 'Somebody logged in to your account with one of its recovery codes.',
    advice: takeItBack,
  },
  'passkey-added': {
    subject: 'A passkey was added',
    sentence: 'A passkey was added to your account, and can be used to log in.',
    advice: undoIt,
  },
  'passkey-removed': {
    subject: 'A passkey was removed',
    sentence: 'A passkey was removed from your account.',
    advice: undoIt,
  },
  'wallet-removed': {
    subject: 'A wallet was removed',
    sentence: 'A wallet was removed from your account.',
    advice: undoIt,
  },
  'linked-account-removed': {
    subject: 'A linked account was removed',
    sentence: 'An account elsewhere can no longer be used to log in to yours.',
    advice: undoIt,
  },
}

/** How a change to an account is told to its owner. */
export const changeWords = (change: AccountChange): ChangeWords => words[change]
