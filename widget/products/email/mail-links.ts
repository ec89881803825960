type Known = {
  /** Domain from the page's options (`domainHint`). */
  hint: string | undefined
  /** The project's sender domains, as far as the provider has given them. */
  emailDomains: readonly string[]
}

/** Returns the URL of a Gmail search for our mail including spam, or of Gmail's inbox if the sender domain is unknown. */
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
