import { readMailbox } from '../../../testing/index.ts'
import { browserAt, type OAuthUnderTest } from './visitor.ts'

/**
 * Brings a browser to the code entry page: it returns from GitHub with a user's address, in a project that requires verification here as
 * well. GitHub must be registered.
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
