import { Button, Filled, ScreenFrame, useWidget } from '../../form/index.ts'

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

const yahooUrl = 'https://mail.yahoo.com/'
const outlookUrl = 'https://outlook.live.com/mail/0/'

const senderDomain = ({ hint, emailDomains }: Known): string | undefined => {
  const [only, ...more] = emailDomains
  return hint?.replace(/^@/, '') || (more.length === 0 ? only : undefined)
}

export const EmailConfirmation = () => {
  const { client, settings, strings, bootstrap, state, dispatch } = useWidget()
  const { email } = state.magicLinkState
  const texts = strings.emailConfirmation
  const gmail = gmailUrl({
    hint: settings.emailMagicLinksOptions.domainHint,
    emailDomains: bootstrap?.emailDomains ?? [],
  })

  const tryAgain = () => {
    client.telemetry.log('email_try_again_clicked', { email, type: 'login_or_create_eml' })
    dispatch({ type: 'set_magic_link_email', email: '' })
    dispatch({ type: 'transition', screen: 'Main' })
  }

  return (
    <ScreenFrame heading={texts.heading}>
      <p className="siw-text">
        <Filled text={texts.sent} values={{ email: <strong>{email}</strong> }} />
      </p>
      <div className="siw-stack">
        <MailboxLink href={gmail}>{texts.gmail}</MailboxLink>
        <MailboxLink href={yahooUrl}>{texts.yahoo}</MailboxLink>
        <MailboxLink href={outlookUrl}>{texts.outlook}</MailboxLink>
      </div>
      <Button look="link" onClick={tryAgain}>
        {texts.tryAgain}
      </Button>
    </ScreenFrame>
  )
}

const MailboxLink = ({ href, children }: { href: string; children: string }) => (
  <a className="siw-button siw-button-secondary" href={href} target="_blank" rel="noreferrer">
    {children}
  </a>
)
