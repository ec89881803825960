import type { Facts, Words } from './words.ts'

const sentTo = ({ project, to }: Facts, reason: string): string =>
  `This mail went to ${to} because ${reason} at ${project}. Replies aren’t monitored.`

const undoIt = 'Log in, undo the change, and choose a new password.'
const itIsGone = 'Contact the operators of the service. A deleted account cannot be restored.'
const askWhy = 'If you did not ask for help, contact the operators of the service.'
const takeItBack =
  'Someone may have access to your account. Reset your password now; this logs out every other session.'

export const english: Words = {
  language: 'en',
  dates: 'en-GB',
  notYou: 'Not you?',
  spelledOut: 'Button not working? Copy this URL into your browser:',

  magicLink: facts => ({
    subject: `Your link to ${facts.project}`,
    heading: `Continue to ${facts.project}`,
    preview: `It works once, within ${facts.expiry}.`,
    opening: [`We received a request to continue to ${facts.project} as ${facts.to}.`],
    label: `Continue to ${facts.project}`,
    afterAction: [`The link works once and expires in ${facts.expiry}. Open it on the device where you requested it.`],
    ifNotYou: 'You can ignore this email. Never share this link: it gives access to your account.',
    footer: sentTo(facts, 'this address was entered'),
  }),

  noAccount: facts => ({
    subject: `Logging in to ${facts.project}`,
    heading: 'No account with this address',
    preview: `No account at ${facts.project} uses this address.`,
    opening: [
      `We received a request to log in to ${facts.project} as ${facts.to}, but no account uses this address.`,
      'If you have an account, it uses another address. Otherwise, you can sign up.',
    ],
    ifNotYou: 'You can ignore this email. No account was created.',
    footer: sentTo(facts, 'this address was entered'),
  }),

  addressTaken: facts => ({
    subject: `Your address at ${facts.project}`,
    heading: 'This address belongs to another account',
    preview: `A request to add this address to an account at ${facts.project} was rejected.`,
    opening: [
      `We received a request to add ${facts.to} to an account at ${facts.project}, but it belongs to another account.`,
      'If this was you, you have two accounts. To move the address, log in to the other account with it and remove it there first.',
    ],
    ifNotYou: 'You can ignore this email. Your account has not changed.',
    footer: sentTo(facts, 'this address was entered'),
  }),

  passcode: (facts, code) => ({
    subject: `${code} is your passcode for ${facts.project}`,
    heading: 'Your passcode',
    preview: `It works once, within ${facts.expiry}.`,
    opening: [`We received a request to continue to ${facts.project} as ${facts.to}. This is the passcode:`],
    afterAction: [`It works once and expires in ${facts.expiry}. Enter it only on the page where you requested it.`],
    ifNotYou: `You can ignore this message. ${facts.project} will never ask you for this passcode.`,
    footer: sentTo(facts, 'this address was entered'),
  }),

  passcodeText: ({ project, expiry }, code) =>
    `${code} is your passcode for ${project}. It expires in ${expiry}. Do not share it.`,

  passwordReset: facts => ({
    subject: `Set a new password for ${facts.project}`,
    heading: 'Set a new password',
    preview: `The link works once, within ${facts.expiry}.`,
    opening: [`We received a request to reset the password of ${facts.to} at ${facts.project}.`],
    label: 'Set a new password',
    afterAction: [`The link works once and expires in ${facts.expiry}. Open it on the device where you requested it.`],
    otherSentence: 'You would rather do without a password?',
    otherLabel: 'Log in with this link',
    ifNotYou: 'You can ignore this email. Your password has not changed. Do not forward it.',
    footer: sentTo(facts, 'somebody asked to reset the password of this address'),
  }),

  confirmAddress: facts => ({
    subject: `Confirm your address for ${facts.project}`,
    heading: 'Confirm your address',
    preview: `The link works once, within ${facts.expiry}.`,
    opening: [
      `An account was created at ${facts.project} with ${facts.to}.`,
      'Open this link to confirm your address, and enter your password again to prove that you chose it.',
    ],
    label: 'Confirm your address',
    afterAction: [`The link works once and expires in ${facts.expiry}.`],
    otherSentence: 'You would rather do without a password?',
    otherLabel: 'Confirm with this link alone',
    ifNotYou: 'You can ignore this email. Without it, the address cannot be confirmed. Do not forward it.',
    footer: sentTo(facts, 'this address was entered'),
  }),

  newDevice: (facts, { device, place, when }) => ({
    subject: `New sign-in to ${facts.project}`,
    heading: 'A new sign-in to your account',
    preview: 'If it was you, there is nothing to do.',
    opening: [
      `There was a new login to your account (${facts.to}) at ${facts.project} from a browser that had not been used before.`,
      `Device: ${device || 'unknown'}. Place: ${place || 'unknown'}. Time: ${when}.`,
      'If it was you, there is nothing to do.',
    ],
    label: 'This was not me',
    ifNotYou:
      'The button leads to a page that ends this sign-in and every other, and mails you a link for a new password if your account has one.',
    footer: sentTo(facts, 'it belongs to an account'),
  }),

  accountChanged: (facts, { subject, sentence, advice }, when) => ({
    subject: `${subject} at ${facts.project}`,
    heading: subject,
    preview: sentence,
    opening: [sentence, `Account: ${facts.to} at ${facts.project}. Time: ${when}.`],
    ifNotYou: advice,
    footer: sentTo(facts, 'it belongs to an account'),
  }),

  advice: { takeItBack, undoIt, itIsGone, askWhy },
}
