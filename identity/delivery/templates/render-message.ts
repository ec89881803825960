import { expiryInWords } from '../expiry-in-words.ts'
import type { Content, Message, RenderedMessage } from '../message.ts'
import { changeWords } from './change-words.ts'
import { type MailParts, mailHtml, mailText } from './mail-layout.ts'

type ContentOf<Template extends Content['template']> = Extract<Content, { template: Template }>

/** What every template knows besides its own content. */
type Facts = { project: string; to: string; expiry: string }

type Said = { parts: MailParts; links?: readonly string[]; code?: string }

/** Names come from people: a line break in one must not become a line of the mail, or a header. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const sentTo = (facts: Facts, reason: string): string =>
  `This mail went to ${facts.to} because ${reason} at ${facts.project}. Nobody reads replies to it.`

const magicLink = ({ link }: ContentOf<'magic-link'>, facts: Facts): Said => ({
  links: [link],
  parts: {
    project: facts.project,
    subject: `Your link to ${facts.project}`,
    heading: `Continue to ${facts.project}`,
    preview: `It works once, within ${facts.expiry}.`,
    opening: [`Somebody, we hope you, asked to continue to ${facts.project} as ${facts.to}.`],
    action: { label: `Continue to ${facts.project}`, url: link },
    afterAction: [`The link works once and expires in ${facts.expiry}. Open it on the device where you asked for it.`],
    ifNotYou: 'You need not do anything: without this link nobody gets in. Do not pass it on.',
    footer: sentTo(facts, 'somebody entered this address'),
  },
})

const noAccount = (_: ContentOf<'no-account'>, facts: Facts): Said => ({
  parts: {
    project: facts.project,
    subject: `Logging in to ${facts.project}`,
    heading: 'There is no account for this address',
    preview: `Nobody has an account with this address at ${facts.project}.`,
    opening: [
      `Somebody, perhaps you, tried to log in to ${facts.project} as ${facts.to}. No account there has this address.`,
      'If you have an account, it is under another address of yours: try that one. If you have none, you can sign up.',
    ],
    ifNotYou: 'You need not do anything. Nothing was made in your name.',
    footer: sentTo(facts, 'somebody entered this address'),
  },
})

const passcode = ({ code }: ContentOf<'passcode'>, facts: Facts): Said => ({
  code,
  parts: {
    project: facts.project,
    subject: `Your passcode for ${facts.project}`,
    heading: 'Your passcode',
    preview: `${code} — it works once, within ${facts.expiry}.`,
    opening: [`Somebody, we hope you, asked to continue to ${facts.project} as ${facts.to}. This is the passcode:`],
    code,
    afterAction: [`It works once and expires in ${facts.expiry}. Enter it only on the page that asked you for it.`],
    ifNotYou: `You need not do anything: without this passcode nobody gets in. Nobody from ${facts.project} will ever ask you for it.`,
    footer: sentTo(facts, 'somebody entered this address'),
  },
})

const passwordReset = ({ resetLink, loginLink }: ContentOf<'password-reset'>, facts: Facts): Said => ({
  links: loginLink === null ? [resetLink] : [resetLink, loginLink],
  parts: {
    project: facts.project,
    subject: `Set a new password for ${facts.project}`,
    heading: 'Set a new password',
    preview: `The link works once, within ${facts.expiry}.`,
    opening: [`Somebody, we hope you, asked for a new password at ${facts.project} for ${facts.to}.`],
    action: { label: 'Set a new password', url: resetLink },
    afterAction: [`The link works once and expires in ${facts.expiry}. Open it on the device where you asked for it.`],
    ...(loginLink !== null && {
      otherAction: {
        sentence: 'You would rather do without a password?',
        label: 'Log in with this link',
        url: loginLink,
      },
    }),
    ifNotYou: 'You need not do anything: your password stays as it is. Do not pass this mail on.',
    footer: sentTo(facts, 'somebody asked to reset the password of this address'),
  },
})

const accountChanged = ({ change, at }: ContentOf<'account-changed'>, facts: Facts): Said => {
  const { subject, sentence, advice } = changeWords(change)
  return {
    parts: {
      project: facts.project,
      subject: `${subject} at ${facts.project}`,
      heading: subject,
      preview: sentence,
      opening: [`${sentence} It concerns the account of ${facts.to} at ${facts.project}, on ${dateInWords(at)}.`],
      ifNotYou: advice,
      footer: sentTo(facts, 'it belongs to an account'),
    },
  }
}

/** In UTC, and saying so: the server does not know where its reader is. */
const dateInWords = (at: number): string =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`

const said = (content: Content, facts: Facts): Said => {
  switch (content.template) {
    case 'magic-link':
      return magicLink(content, facts)
    case 'no-account':
      return noAccount(content, facts)
    case 'passcode':
      return passcode(content, facts)
    case 'password-reset':
      return passwordReset(content, facts)
    case 'account-changed':
      return accountChanged(content, facts)
  }
}

/** On a phone: one breath, the code first, because a lock screen shows no more. */
const textMessage = (content: Content, facts: Facts): string => {
  if (content.template !== 'passcode') return said(content, facts).parts.opening.join(' ')
  const sentence = `${content.code} is your passcode for ${facts.project}. It expires in ${facts.expiry}. Do not share it.`
  // Browsers look for this last line to offer the code to pages of that host only (WICG SMS one-time codes §3).
  return content.autofillHost === null ? sentence : `${sentence}\n\n@${content.autofillHost} #${content.code}`
}

/**
 * Words a message for its channel. Pure.
 * @param now epoch ms: expiry is said from when the message leaves.
 */
export const renderMessage = ({ channel, to, project, expiresAt, content }: Message, now: number): RenderedMessage => {
  const facts = { project: oneLine(project), to, expiry: expiresAt === null ? '' : expiryInWords(expiresAt, now) }
  const { parts, links = [], code = null } = said(content, facts)
  return channel === 'email'
    ? { subject: parts.subject, text: mailText(parts), html: mailHtml(parts), links, code }
    : { subject: null, text: textMessage(content, facts), html: null, links, code }
}
