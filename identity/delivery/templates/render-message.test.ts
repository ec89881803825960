import { describe, expect, test } from 'vitest'
import { brought } from '../../features.ts'
import { type Locale, locales } from '../../platform/locales/index.ts'
import {
  accountChangedMail,
  addressTakenMail,
  confirmationMail,
  type Message,
  magicLinkMail,
  newDeviceMail,
  noAccountMail,
  passcodeMessage,
  resetMail,
} from '../messages.ts'
import { renderMessage as render } from './render-message.ts'

const renderMessage = (message: Message, at: number) => render(message, at, brought.notices)
const now = Date.UTC(2026, 10, 21, 12, 0, 0)
const minutes = (count: number) => now + count * 60_000
const projectIn = (locale: Locale) => ({ id: 'project-test-1', name: 'Corroborate', locale })
const project = projectIn('en')
const to = 'ada@example.org'

const signIn = {
  ...{ browser: 'Firefox', system: 'Linux', country: 'DE', network: '192.0.2.0/24', at: now },
  ...{ notMeLink: 'https://login.example.org/not-me?token=N', expiresAt: minutes(60) },
}

const mailsIn = (locale: Locale): Record<string, Message> => {
  const project = projectIn(locale)
  return {
    'magic link': magicLinkMail({
      project,
      to,
      link: 'https://app.example.org/in?a=1&token=T',
      expiresAt: minutes(30),
    }),
    'no account': noAccountMail({ project, to, expiresAt: minutes(30) }),
    'address taken': addressTakenMail({ project, to, expiresAt: minutes(30) }),
    passcode: passcodeMessage({ methodId: 'm', project, to, channel: 'email', code: '012345', expiresAt: minutes(5) }),
    'password reset': resetMail({
      project,
      to,
      resetLink: 'https://app.example.org/reset?token=R',
      loginLink: 'https://app.example.org/in?token=L',
      expiresAt: minutes(60),
    }),
    'confirm address': confirmationMail({
      project,
      to,
      resetLink: 'https://app.example.org/reset?token=R',
      loginLink: 'https://app.example.org/in?token=L',
      expiresAt: minutes(60),
    }),
    'new sign-in': newDeviceMail({ ...signIn, project, to }),
    'password changed': accountChangedMail({ project, to, change: 'password-changed', at: now }),
  }
}
const mails = mailsIn('en')

const everyMail = locales.flatMap(locale =>
  Object.entries(mailsIn(locale)).map(([name, message]) => [locale, name, message] as const),
)

describe.each(everyMail)('%s: %s email', (locale, name, message) => {
  const mail = () => renderMessage(message, now)

  test('the email names the project and the recipient, in text and HTML', () => {
    const { subject, text, html } = mail()
    for (const form of [text, html]) {
      expect(form).toContain('Corroborate')
      expect(form).toContain(to)
    }
    expect(subject).toContain('Corroborate')
  })

  test('the email explains what to do if you did not request it, in text and HTML', () => {
    const { text, html } = mail()
    for (const form of [text, html])
      expect(form).toContain({ en: 'Not you?', de: 'Das waren nicht Sie?', es: '¿No ha sido usted?' }[locale])
  })

  test('every link and code appears in both text and HTML', () => {
    const { text, html, links, code } = mail()
    for (const thing of [...links, ...(code === null ? [] : [code])]) {
      expect(text).toContain(thing)
      expect(html).toContain(thing.replaceAll('&', '&amp;'))
    }
  })

  test('the email is written in its language and declares it', () => {
    const { subject, text, html } = mail()
    expect(html).toContain(`<html lang="${locale}"`)
    if (locale === 'en') return
    const english = renderMessage(mails[name] as Message, now)
    const lines = english.text.split('\n').filter(line => /[a-z]/.test(line) && !/^https:/.test(line))
    for (const line of [english.subject, ...lines]) expect(`${subject}\n${text}`).not.toContain(line)
  })

  test('the email loads no external resources and supports dark mode', () => {
    const { html } = mail()
    expect(html).not.toMatch(/<(?:img|link|script|iframe)|src=|@import|url\(/)
    expect(html).toContain('prefers-color-scheme: dark')
  })

  test('no line is too long for SMTP', () => {
    const { text } = mail()
    expect(Math.max(...text.split('\n').map(line => line.length))).toBeLessThan(998)
  })
})

test('the expiry is in words, counted from when the message is sent', () => {
  const message = mails['magic link'] as Message
  expect(renderMessage(message, now).text).toContain('expires in 30 minutes')
  expect(renderMessage(message, minutes(20)).text).toContain('expires in 10 minutes')
  expect(renderMessage(mails['password reset'] as Message, now).html).toContain('expires in 1 hour.')
})

test.each(locales)('in %s, the magic link email does not distinguish log-in from sign-up', locale => {
  const { subject, text } = renderMessage(mailsIn(locale)['magic link'] as Message, now)
  expect(`${subject} ${text}`).not.toMatch(
    /log in|login|sign up|signup|welcome|new account|inici|registr|bienvenid|cuenta nueva/i,
  )
})

test('a reset email without a log-in link omits that section', () => {
  const { text, links } = renderMessage(
    resetMail({ project, to, resetLink: 'https://a.example.org/r', loginLink: null, expiresAt: minutes(30) }),
    now,
  )
  expect(links).toEqual(['https://a.example.org/r'])
  expect(text).not.toContain('without a password')
})

test.each(brought.notices.map(({ change }) => change))(
  'a notice of %s includes the time of the change, in every language',
  change => {
    const said = locales.map(locale => {
      const { text } = renderMessage(accountChangedMail({ project: projectIn(locale), to, change, at: now }), now)
      expect(text).toContain({ en: '21 November 2026', de: '21. November 2026', es: '21 de noviembre de 2026' }[locale])
      expect(text).toContain('12:00 UTC')
      return text
    })
    expect(new Set(said).size).toBe(locales.length)
  },
)

describe('SMS rendering', () => {
  const texted = (autofillHost?: string, locale: Locale = 'en') =>
    renderMessage(
      passcodeMessage({
        methodId: 'm',
        project: projectIn(locale),
        to: '+4930901820',
        channel: 'sms',
        code: '012345',
        autofillHost,
        expiresAt: minutes(5),
      }),
      now,
    )

  test('an SMS starts with the code and fits a single segment', () => {
    const { text, html, subject } = texted()
    expect(text).toBe('012345 is your passcode for Corroborate. It expires in 5 minutes. Do not share it.')
    expect(text.length).toBeLessThanOrEqual(160)
    expect([html, subject]).toEqual([null, null])
  })

  test.each(locales)('in %s, the SMS uses only GSM-7 characters', locale => {
    const { text } = texted(undefined, locale)
    expect(text).toMatch(/^012345 /)
    // Any letter outside GSM 03.38 makes a text cost as much as two or three.
    expect(text).toMatch(/^[A-Za-z0-9 .,:;!?¿¡ñÑéèùìòÇàäöüÄÖÜ@]+$/)
    expect(text.length).toBeLessThanOrEqual(160)
  })

  test('the last line of an SMS enables autofill on pages of that host', () => {
    expect(texted('app.example.org').text.split('\n').at(-1)).toBe('@app.example.org #012345')
  })

  test('WhatsApp messages have no autofill line', () => {
    const message = passcodeMessage({
      methodId: 'm',
      project,
      to: '+4930901820',
      channel: 'whatsapp',
      code: '012345',
      autofillHost: 'app.example.org',
      expiresAt: minutes(5),
    })
    expect(renderMessage(message, now).text).not.toContain('@')
  })
})

test('a project name cannot break an email line, inject a header or inject markup', () => {
  const hostile = { ...project, name: 'Evil\r\nBcc: eve@example.org\u2028<b onclick=x>' }
  const message = magicLinkMail({ project: hostile, to, link: 'https://a.example.org/', expiresAt: minutes(30) })
  const { subject, html } = renderMessage(message, now)
  expect(subject).not.toMatch(/[\r\n\u2028]/)
  expect(html).not.toContain('<b onclick')
})

describe('new device email', () => {
  const of = (given: Partial<typeof signIn> = {}, locale: Locale = 'en') =>
    renderMessage(newDeviceMail({ ...signIn, ...given, project: projectIn(locale), to }), now)

  test('the new device email shows browser, place and time, and has a single link for “this was not me”', () => {
    const { text, links, html } = of()
    expect(text).toContain('Device: Firefox, Linux. Place: Germany, 192.0.2.0/24. Time: 21 November 2026')
    expect(text).toContain('UTC')
    expect(links).toEqual([signIn.notMeLink])
    expect(html).toContain(signIn.notMeLink)
    expect(html).toContain('This was not me')
  })

  test('the new device email names the country in its language', () => {
    expect(of({}, 'de').text).toContain('Deutschland, 192.0.2.0/24')
  })

  test.each([
    [{ browser: '' }, 'Device: Linux. '],
    [{ system: '' }, 'Device: Firefox. '],
    [{ browser: '', system: '' }, 'Device: unknown. '],
    [{ country: '' }, 'Place: 192.0.2.0/24. '],
    // Reserved for private use: no country.
    [{ country: 'QZ' }, 'Place: 192.0.2.0/24. '],
    [{ network: '' }, 'Place: Germany. '],
    [{ country: '', network: '' }, 'Place: unknown. '],
  ])('the new device email omits unknown details: %j', (given, words) => {
    expect(of(given).text).toContain(words)
  })
})

test('rendering an unknown change throws an error that names it', () => {
  const message = accountChangedMail({ project, to, change: 'password-changed', at: now })
  expect(() => render(message, now, [])).toThrow('There are no words for the change password-changed.')
})

test('a code appears once in the text and once highlighted, and other emails have no code block', () => {
  const { text, html } = renderMessage(mails.passcode as Message, now)
  expect([text.split('012345').length, html?.split('012345').length]).toEqual([2, expect.any(Number)])
  expect(html).toContain('class="code"')
  for (const [name, message] of Object.entries(mails)) {
    if (name !== 'passcode') expect(renderMessage(message, now).html).not.toContain('class="code"')
    expect(renderMessage(message, now).text).not.toContain('undefined')
  }
})

test('an email with a button also shows its full URL, and its subject is its title', () => {
  const { html, subject } = renderMessage(mails['magic link'] as Message, now)
  expect(html).toContain('Button not working?')
  expect(html).toContain(`<title>${subject}</title>`)
  expect(html).toContain('request to continue to Corroborate as ada@example.org')
  expect(renderMessage(mails['no account'] as Message, now).html).not.toContain('Button not working?')
})
