import { describe, expect, test } from 'vitest'
import { codePageAt, loginUrl, oauthUnderTest } from './testing/index.ts'

const isKeptByNobody = ({ headers }: Response) => [headers.get('Cache-Control'), headers.get('Referrer-Policy')]
const kept = ['no-store', 'no-referrer']

describe('confirmation page for an emailed code', () => {
  const waiting = async () => {
    const under = await oauthUnderTest()
    await under.register('github')
    return { ...under, ...(await codePageAt(under)) }
  }

  test('the page names the application and address and initially shows no error', async () => {
    const { browser, page, provider } = await waiting()
    const { name } = await provider.project()
    const shown = await browser.go(page)
    expect([shown.status, ...isKeptByNobody(shown)]).toEqual([200, ...kept])
    const text = await shown.text()
    expect(text).toContain(name)
    expect(text).toContain('<strong>ada@example.org</strong>')
    expect(text).not.toMatch(/aria-invalid="true"|<p role="alert"/)
  })

  test.each([
    ['de', 'Code eingeben', 'Weiter'],
    ['es', 'Introduzca el código', 'Continuar'],
  ])('the page follows the browser language: %s', async (language, heading, button) => {
    const { browser, page } = await waiting()
    const text = await (await browser.go(page, { headers: { 'Accept-Language': language } })).text()
    expect(text).toMatch(new RegExp(`<html lang="${language}"[\\s\\S]*${heading}[\\s\\S]*${button}`))
  })

  test('the page rejects a wrong code and accepts the right one typed with spaces', async () => {
    const { enter, code, wrong } = await waiting()
    const refused = await enter(wrong)
    expect(refused.status).toBe(400)
    expect(await refused.text()).toMatch(/aria-invalid="true" aria-describedby="wrong"[\s\S]*role="alert" id="wrong"/)
    const answer = await enter(` ${code.slice(0, 3)} ${code.slice(3)} `)
    expect([answer.status, ...isKeptByNobody(answer)]).toEqual([303, ...kept])
    expect(answer.headers.get('Location')).toContain(loginUrl)
  })

  test('the form’s CSP form-action allows only the application’s pages', async () => {
    const { browser, page } = await waiting()
    const policy = (await browser.go(page)).headers.get('Content-Security-Policy') ?? ''
    const [form] = /form-action [^;]*/.exec(policy) ?? []
    expect(form).toBe(`form-action 'self' ${new URL(loginUrl).origin}`)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
  })

  test('the page returns not found without a code, a pending sign-in, or the project', async () => {
    const { browser, page, enter, code, provider } = await waiting()
    await provider.db.deleteFrom('oauth_parcels').execute()
    expect((await browser.go(page)).status).toBe(401)
    expect((await enter(code)).status).toBe(401)
    expect((await browser.go(page.replace(/waiting=[^&]+/, 'waiting=x'))).status).toBe(401)
    expect((await browser.go(page.replace(/project-[\w-]+/, 'project-test-nobody'))).status).toBe(404)
  })

  test('the page works once: neither the page nor the code can be reused', async () => {
    const { enter, code, provider } = await waiting()
    expect((await enter(code)).status).toBe(303)
    const rows = await provider.db.selectFrom('single_use_secrets').select(['kind', 'used_at']).execute()
    const spent = rows.filter(({ kind }) => kind === 'oauth_confirm' || kind === 'oauth_code')
    expect(spent.map(({ used_at }) => used_at)).toEqual([expect.any(Number), expect.any(Number)])
    expect((await enter(code)).status).toBe(401)
  })
})
