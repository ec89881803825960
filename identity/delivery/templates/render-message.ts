import { formatTime } from '../../platform/times/format-time.ts'
import { type Change, type Facts, type Words, wordsIn } from '../copy/index.ts'
import { type Content, formatExpiry, type Message, type Notice, type RenderedMessage } from '../messages.ts'
import { type MailParts, mailHtml, mailText } from './mail-layout.ts'

type Said = { parts: Omit<MailParts, 'project' | 'words'>; links?: readonly string[]; code?: string }

/** Names are user input. Line breaks in them must not add lines or headers to the mail. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** The name of a country; empty where none is known. */
const countryInWords = (country: string, { dates }: Words): string =>
  country === '' ? '' : (new Intl.DisplayNames([dates], { type: 'region', fallback: 'none' }).of(country) ?? '')

const said = (content: Content, facts: Facts, words: Words, notices: readonly Notice[]): Said => {
  switch (content.template) {
    case 'magic-link': {
      const { label, ...parts } = words.magicLink(facts)
      return { parts: { ...parts, action: { label, url: content.link } }, links: [content.link] }
    }
    case 'no-account':
      return { parts: words.noAccount(facts) }
    case 'address-taken':
      return { parts: words.addressTaken(facts) }
    case 'passcode':
      return { parts: { ...words.passcode(facts, content.code), code: content.code }, code: content.code }
    case 'password-reset':
    case 'confirm-address': {
      const { resetLink, loginLink } = content
      const { label, otherSentence, otherLabel, ...parts } =
        content.template === 'password-reset' ? words.passwordReset(facts) : words.confirmAddress(facts)
      const action = { label, url: resetLink }
      if (loginLink === null) return { parts: { ...parts, action }, links: [resetLink] }
      const otherAction = { sentence: otherSentence, label: otherLabel, url: loginLink }
      return { parts: { ...parts, action, otherAction }, links: [resetLink, loginLink] }
    }
    case 'new-device': {
      const { browser, system, country, network, at, notMeLink } = content
      const device = [browser, system].filter(name => name !== '').join(', ')
      const place = [countryInWords(country, words), network].filter(name => name !== '').join(', ')
      const { label, ...parts } = words.newDevice(facts, { device, place, when: formatTime(at, words.dates) })
      return { parts: { ...parts, action: { label, url: notMeLink } }, links: [notMeLink] }
    }
    case 'account-changed':
      return {
        parts: words.accountChanged(
          facts,
          changeIn(words, content.change, notices),
          formatTime(content.at, words.dates),
        ),
      }
  }
}

/** @throws Error for a change that no factor declares, such as after a factor was removed. */
const changeIn = ({ language, advice }: Words, change: string, notices: readonly Notice[]): Change => {
  const notice = notices.find(each => each.change === change)
  if (notice === undefined) throw new Error(`There are no words for the change ${change}.`)
  return { ...notice.words[language], advice: advice[notice.advice] }
}

const textMessage = (content: Content, facts: Facts, words: Words, { parts }: Said): string => {
  if (content.template !== 'passcode') return parts.opening.join(' ')
  const sentence = words.passcodeText(facts, content.code)
  // Browsers look for this last line to offer the code to pages of that host only (WICG SMS one-time codes §3).
  return content.autofillHost === null ? sentence : `${sentence}\n\n@${content.autofillHost} #${content.code}`
}

/**
 * Renders a message for its channel and language. Pure.
 * @param now epoch ms; the expiry is relative to the sending time.
 */
export const renderMessage = (
  { channel, to, locale, project: name, expiresAt, content }: Message,
  now: number,
  notices: readonly Notice[],
): RenderedMessage => {
  const words = wordsIn(locale)
  const project = oneLine(name)
  const facts = { project, to, expiry: expiresAt === null ? '' : formatExpiry(expiresAt, now, locale) }
  const rendered = said(content, facts, words, notices)
  const { parts, links = [], code = null } = rendered
  if (channel !== 'email')
    return { subject: null, text: textMessage(content, facts, words, rendered), html: null, links, code }
  const mail = { ...parts, project, words }
  return { subject: parts.subject, text: mailText(mail), html: mailHtml(mail), links, code }
}
