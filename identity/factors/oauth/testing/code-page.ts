import { readMailbox } from '../../../testing/index.ts'
import { browserAt, type OAuthUnderTest } from './visitor.ts'

/**
 * Somebody who comes from GitHub with the address of a user, in a project that wants the address proved here too: their browser is at
 * the page where the mailed code is entered. GitHub has to be registered.
 */
export const codePageAt = async (under: Pick<OAuthUnderTest, 'provider' | 'fake'>) => {
  const { provider, fake } = under
  const browser = browserAt(under)
  await provider.configure({ strictLinking: true })
  const { userId } = await provider.addUser('ada@example.org')
  fake.lie('github', { person: { email: 'ada@example.org', isVerified: true } })
  const page = (await browser.signIn('github')).href
  const enter = (code: string) =>
    browser.go(page, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ code }).toString(),
    })
  const [mail] = await readMailbox(provider, 'ada@example.org', 1)
  const code = mail?.code ?? ''
  return { browser, userId, page, enter, code, wrong: code === '000000' ? '111111' : '000000' }
}
