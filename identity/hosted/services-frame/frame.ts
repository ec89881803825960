import { addressOf, type HttpEnv, readBody } from '@corroborate/server-kit/http'
import { frameRequest } from '@corroborate/wire/frame.schema'
import type { FrameAnswer, FramePayloads, FrameRequest } from '@corroborate/wire/types'
import { Hono } from 'hono'
import type { Core } from '../../sdk/core/create-core.ts'

/** Path of the frame. The client's `clientsideServicesIframeURL` is our origin with this path. */
const framePath = '/clientside-services'

/** Runs in the frame. Plain, because it is all there is. */
export const frameScript = `'use strict';
(() => {
  const parent = document.currentScript.dataset.parent;

  const ask = async (url, init) => {
    const answer = await fetch(url, init);
    const body = await answer.json();
    // The page's client knows an error of ours by this name.
    if (!answer.ok) throw { name: 'StytchAPIError', message: body.error_message, ...body };
    return body;
  };

  const phoneNumber = async (method, argument) =>
    (await ask('${framePath}/phone-number', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ method, args: [argument] }),
    })).payload;

  // The cookie that binds the two calls of One Tap: no page of another site reads it.
  const csrfToken = () => /(?:^|; )stytch_csrf_token=([\\w-]+)/.exec(document.cookie)?.[1] ?? '';

  const methods = {
    parsedPhoneNumber: argument => phoneNumber('parsedPhoneNumber', argument),
    getExamplePhoneNumber: argument => phoneNumber('getExamplePhoneNumber', argument),

    oneTapStart: async ({ publicToken, withNonce }) => {
      const query = new URLSearchParams({ public_token: publicToken, ...(withNonce === true && { nonce: 'on' }) });
      const start = await ask('/v1/public/oauth/google/onetap/start?' + query);
      return {
        requestId: start.request_id,
        googleClientId: start.google_client_id,
        oauthCallbackId: start.oauth_callback_id,
        stytchCsrfToken: csrfToken(),
        ...(start.nonce && { nonce: start.nonce }),
        ...(start.script_url && { scriptUrl: start.script_url }),
      };
    },

    // JSON as text, as the published frame sends it.
    oneTapSubmit: ({ idToken, oauthCallbackID, loginRedirectURL, signupRedirectURL }) =>
      ask('/v1/oauth/callback/' + encodeURIComponent(oauthCallbackID), {
        method: 'POST',
        headers: { 'Content-Type': 'text/plain', 'X-Stytch-OAuth-Type': 'google-one-tap' },
        body: JSON.stringify({
          id_token: idToken,
          stytch_csrf_token: csrfToken(),
          login_redirect_url: loginRedirectURL,
          signup_redirect_url: signupRedirectURL,
        }),
      }),
  };

  addEventListener('message', async ({ data, ports: [port], origin, source }) => {
    if (!port || origin !== parent || source !== window.parent) return;
    try {
      if (!Object.hasOwn(methods, data.method)) throw new TypeError('The frame has no such method.');
      port.postMessage({ success: true, payload: await methods[data.method](data.args[0]) });
    } catch (error) {
      port.postMessage({ success: false, error: { ...error, name: error.name, message: error.message } });
    }
  });
})();
`

/**
 * Hidden frame behind the phone form and One Tap of a sign-in page (WIRE.md §10). The page posts a method and a port; the frame queries
 * this server, which has the numbering plans and our Google client, and responds through the port. Only allowed origins of a project can
 * embed it, and it accepts messages only from its embedding page.
 */
export const servicesFrame = ({ projects, guard }: Core): Hono<HttpEnv> => {
  const app = new Hono<HttpEnv>()

  app.get(`${framePath}/index.html`, async c => {
    const embedder = URL.parse(c.req.header('Referer') ?? '')?.origin ?? ''
    const isAllowed = await projects.someAllows(embedder)
    // `frame-ancestors` decides (CSP Level 3 §6.4.2); X-Frame-Options, which cannot name an origin, is ignored beside it.
    c.header(
      'Content-Security-Policy',
      `default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors ${isAllowed ? embedder : "'none'"}`,
    )
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    c.header('Cache-Control', 'no-store')
    c.header('Vary', 'Referer')
    const parent = isAllowed ? ` data-parent="${embedder}"` : ''
    return c.html(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Services of the sign-in form</title><script src="${framePath}/frame.js"${parent}></script></html>`,
    )
  })

  app.get(`${framePath}/frame.js`, c => {
    c.header('Cache-Control', 'public, max-age=3600')
    return c.body(frameScript, 200, { 'Content-Type': 'text/javascript; charset=utf-8' })
  })

  app.post(`${framePath}/phone-number`, async c => {
    await guard.address('phonePerAddress', { address: addressOf(c) })
    c.header('Cache-Control', 'no-store')
    return c.json({ success: true, payload: await answerOf(await readBody(c, frameRequest)) } satisfies FrameAnswer<
      FramePayloads[keyof FramePayloads]
    >)
  })

  return app
}

const answerOf = async (request: FrameRequest): Promise<FramePayloads[keyof FramePayloads]> => {
  // Loads the numbering plans on first use.
  const { examplePhoneNumber, readPhoneNumber } = await import('./phone-numbers.ts')
  return request.method === 'parsedPhoneNumber'
    ? readPhoneNumber(request.args[0].phoneNumber, request.args[0].regionCode)
    : examplePhoneNumber(request.args[0].regionCode)
}
