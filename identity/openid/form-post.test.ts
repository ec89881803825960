import { UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { projectConfig } from '../projects/index.ts'
import { openAnswer, readForm, sealAnswer } from './provider/handler.ts'
import { back, stage } from './testing/index.ts'

// Answers that a browser posts to the application (OAuth 2.0 Form Post Response Mode).

const fetched = async (place: string) => {
  const answer = await fetch(place, { redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, page: await answer.text() }
}

test('a form_post response delivers the code to the registered URI, usable once', async () => {
  const { decide, asked, session, redeem, issuer } = await stage()
  const state = `"'<&>é ${'x'.repeat(100)}`
  const { started, url } = await decide(asked({ response_mode: 'form_post', state }), session)
  expect(started.data.consent_required).toBe(true)
  expect(url?.href).toMatch(new RegExp(`^${issuer.href}/oauth2/posted-answer\\?answer=`))
  expect(url?.href).not.toContain('code=')
  const { status, headers, page } = await fetched(url?.href ?? '')
  expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  expect(headers.get('Content-Security-Policy')).toMatch(
    /^default-src 'none'; script-src 'nonce-[\w-]+'; frame-ancestors 'none'/,
  )
  expect(headers.get('Referrer-Policy')).toBe('strict-origin')
  const posted = readForm(
    page
      .replaceAll('">', '"/>')
      .replace('action="https://reader.example.org/back"/>', 'action="https://reader.example.org/back">'),
  )
  expect(posted).toEqual({ action: back, fields: { code: expect.any(String), state, iss: issuer.href } })
  expect((await redeem(posted?.fields.code ?? '')).status).toBe(200)
  expect((await redeem(posted?.fields.code ?? '')).json.error).toBe('invalid_grant')
})

test('form_post also delivers errors and denials', async () => {
  const { start, decide, asked, session } = await stage()
  const mode = { response_mode: 'form_post' }
  const { data } = await start({ ...mode, request: 'e30.e30.' })
  expect((await fetched(String(data.redirect_uri))).page).toContain('value="invalid_request_object"')
  const { url } = await decide(asked(mode), session, false)
  expect((await fetched(url?.href ?? '')).page).toContain('value="access_denied"')
  const silent = await start({ ...mode, prompt: 'none' }, null)
  expect((await fetched(String(silent.data.redirect_uri))).page).toContain('value="login_required"')
})

test('an unsigned request object is rejected by form_post at the redirect URI next to it', async () => {
  const { start } = await stage()
  const linkOptions = { response_mode: 'form_post', state: 'inside', redirect_uri: 'https://evil.example/' }
  const request = new UnsecuredJWT(linkOptions).encode()
  const { data } = await start({ request, state: 'outside' })
  const { page } = await fetched(String(data.redirect_uri))
  for (const part of [`action="${back}"`, 'value="invalid_request_object"', 'value="inside"'])
    expect(page).toContain(part)
})

test('a pushed request may use form_post', async () => {
  const { configure, post, decide, asked, session, client } = await stage()
  await configure({ openid: projectConfig.parse({ openid: { pushedRequests: true } }).openid })
  const sent = await post(
    'par',
    Object.fromEntries(asked({ response_mode: 'form_post', code_challenge_method: 'S256' }).searchParams),
  )
  const url = new URL('http://localhost/oauth/authorize')
  url.search = new URLSearchParams({ client_id: client.id, request_uri: sent.json.request_uri ?? '' }).toString()
  const { url: led } = await decide(url, session)
  expect((await fetched(led?.href ?? '')).page).toContain('name="code"')
})

test('an expired, tampered or foreign posted response is not rendered', async () => {
  const { decide, asked, session, clock, issuer, sealer, projectNow } = await stage()
  const { url } = await decide(asked({ response_mode: 'form_post' }), session)
  const place = url?.href ?? ''
  for (const wrong of [
    `${place.slice(0, -4)}AAAA`,
    `${issuer}/oauth2/posted-answer`,
    `${issuer}/oauth2/posted-answer?answer=x`,
  ]) {
    expect((await fetched(wrong)).status).toBe(400)
  }
  const answer = { action: back, fields: { code: 'c' } }
  expect(openAnswer(sealer, 'another', sealAnswer(sealer, projectNow.id, answer, 0), 0)).toBeNull()
  expect((await fetched(place)).status).toBe(200)
  clock.now += 61_000
  expect((await fetched(place)).status).toBe(400)
})
