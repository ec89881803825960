import { usualPerson } from './people.ts'

/** Modes of Google's script: the browser's prompt (FedCM), the older prompt (`legacy`), or no prompt, with one mode for each reason. */
const modes = ['fedcm', 'legacy', 'skipped', 'dismissed', 'silent', 'throws', 'unregistered'] as const
type Mode = (typeof modes)[number]

export const isMode = (text: string): text is Mode => (modes as readonly string[]).includes(text)

/**
 * Fake of Google's One Tap script: `google.accounts.id` with the methods that pages call. Its prompt is labeled as a sandbox and accepts
 * any identity. It uses no `<style>` element or `style` attribute, which the page's CSP may forbid.
 */
export const googleScript = (mode: Mode): string => `'use strict';
(() => {
  const mode = ${JSON.stringify(mode)};
  const credentials = new URL('credential', document.currentScript.src).href;
  let settings = null;
  let host = null;
  let listener = null;

  const moment = (kind, reason) => {
    const answers = {
      getMomentType: () => kind,
      isSkippedMoment: () => kind === 'skipped',
      isDismissedMoment: () => kind === 'dismissed',
      getDismissedReason: () => (kind === 'dismissed' ? reason : undefined),
    };
    if (mode === 'fedcm') return answers;
    return {
      ...answers,
      isDisplayMoment: () => kind === 'display',
      isDisplayed: () => kind === 'display' && reason === undefined,
      isNotDisplayed: () => kind === 'display' && reason !== undefined,
      getNotDisplayedReason: () => (kind === 'display' ? reason : undefined),
      getSkippedReason: () => (kind === 'skipped' ? reason : undefined),
    };
  };
  const tell = (kind, reason) => listener && listener(moment(kind, reason));

  const close = () => { if (host) host.remove(); host = null; };

  const styles = new CSSStyleSheet();
  styles.replaceSync(\`
    :host { all: initial; color-scheme: light dark; font: 14px/1.45 Roboto, Inter, system-ui, sans-serif }
    :host(.floating) { position: fixed; z-index: 2147483647; top: 16px; right: 16px; width: min(360px, calc(100vw - 32px)) }
    form { box-sizing: border-box; display: grid; gap: 12px; margin: 0; padding: 16px; border: 1px solid light-dark(#dadce0, #5f6368); border-radius: 8px; background: light-dark(#fff, #202124); color: light-dark(#202124, #e8eaed) }
    header { display: flex; justify-content: space-between; gap: 12px; align-items: start }
    strong { font-weight: 500 } small { display: block; font-size: 12px; color: light-dark(#5f6368, #9aa0a6) }
    label { display: grid; gap: 4px; font-size: 12px; color: light-dark(#5f6368, #9aa0a6) }
    input, button { box-sizing: border-box; min-height: 40px; font: inherit; border-radius: 4px; overflow-wrap: anywhere }
    input { width: 100%; padding: 0 12px; border: 1px solid light-dark(#80868b, #9aa0a6); background: transparent; color: light-dark(#202124, #e8eaed) }
    button { border: 0; padding: 8px 16px; font-weight: 500; background: light-dark(#1a73e8, #8ab4f8); color: light-dark(#fff, #202124); cursor: pointer }
    .close { min-height: 32px; min-width: 32px; padding: 0; background: transparent; color: inherit; font-size: 18px }
    :focus-visible { outline: 2px solid light-dark(#1a73e8, #8ab4f8); outline-offset: 2px }
  \`);

  const draw = parent => {
    close();
    host = document.createElement('div');
    host.id = 'credential_picker_container';
    if (!parent) host.className = 'floating';
    const root = host.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [styles];
    root.innerHTML = '<form aria-label="Sign in with Google (sandbox)"><header><div><strong>Sign in with Google</strong><small>Sandbox: Google is not contacted.</small></div>' +
      '<button type="button" class="close" aria-label="Close">×</button></header>' +
      '<label>Email address<input type="email" required></label><button class="go"></button></form>';
    const input = root.querySelector('input');
    const go = root.querySelector('.go');
    input.value = ${JSON.stringify(usualPerson.account)};
    const name = () => { go.textContent = 'Continue as ' + (input.value.split('@')[0] || '…'); };
    name();
    input.addEventListener('input', name);
    root.querySelector('.close').addEventListener('click', () => { close(); tell('skipped', 'user_cancel'); });
    root.querySelector('form').addEventListener('submit', async event => {
      event.preventDefault();
      const { client_id, nonce, callback } = settings;
      const query = new URLSearchParams({ client_id, account: input.value });
      if (nonce) query.set('nonce', nonce);
      const answer = await fetch(credentials + '?' + query, { credentials: 'omit' });
      if (!answer.ok) return;
      const { credential } = await answer.json();
      close();
      tell('dismissed', 'credential_returned');
      callback({ credential, select_by: mode === 'fedcm' ? 'fedcm' : 'user', client_id });
    });
    (parent || document.body).append(host);
  };

  const prompt = given => {
    listener = given || null;
    if (mode === 'silent') return;
    setTimeout(() => {
      if (!settings) return;
      if (mode === 'skipped') return tell('skipped', 'tap_outside');
      if (mode === 'dismissed') return tell('dismissed', 'cancel_called');
      if (mode === 'unregistered') return tell('display', 'unregistered_origin');
      // A prompt of the browser cannot be placed by the page.
      draw(mode === 'legacy' ? document.getElementById(settings.prompt_parent_id || '') : null);
      if (mode === 'legacy') tell('display');
    });
  };

  window.google = {
    accounts: {
      id: {
        initialize: given => {
          if (mode === 'throws') throw new Error('Google cannot be asked here.');
          settings = given;
        },
        prompt,
        cancel: () => { listener = null; settings = null; close(); },
        renderButton: () => {},
        disableAutoSelect: () => {},
        storeCredential: () => {},
        revoke: () => {},
      },
    },
  };
})();
`
