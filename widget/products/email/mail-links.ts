type Known = {
  /** What the page's options say (`domainHint`). */
  hint: string | undefined
  /** Where the project's mail comes from, as far as the provider has said. */
  emailDomains: readonly string[]
}

/** Gmail with our mail found in it, or Gmail's inbox when it is not known from which domain that comes. Spam is searched too. */
export const gmailUrl = ({ hint, emailDomains }: Known): string => {
  const domain = senderDomain({ hint, emailDomains })
  const place = domain === undefined ? 'inbox' : `search/${encodeURIComponent(`from:(@${domain}) in:anywhere`)}`
  return `https://mail.google.com/mail/u/0/#${place}`
}

export const yahooUrl = 'https://mail.yahoo.com/'
export const outlookUrl = 'https://outlook.live.com/mail/0/'

const senderDomain = ({ hint, emailDomains }: Known): string | undefined => {
  const [only, ...more] = emailDomains
  return hint?.replace(/^@/, '') || (more.length === 0 ? only : undefined)
}
