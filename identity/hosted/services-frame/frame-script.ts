/** Path of the frame. The client's `clientsideServicesIframeURL` is our origin with this path. */
export const framePath = '/clientside-services'

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
