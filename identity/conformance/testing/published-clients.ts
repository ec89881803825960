import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import type { Application } from './page-server.ts'

const require = createRequire(import.meta.url)

/** The script of each published client that pages load; from 6.3.0 on the one that needs no bundler is a plain script. */
const scripts = {
  '5.18.7': join(dirname(require.resolve('@stytch/vanilla-js')), 'index.esm.js'),
  '5.45.1': join(dirname(require.resolve('published-client-5')), 'index.esm.js'),
  '6.3.0': join(dirname(require.resolve('published-client-6')), '../iife/index.js'),
} as const

export const publishedVersions = Object.keys(scripts) as (keyof typeof scripts)[]

const modules = join(dirname(scripts['5.45.1']), '../..')

/**
 * A page with the client of a version at each path that begins with it, and without any at others. It defines
 * `window.showConsent`, which puts the client's own consent screen on it: by a call, and from 6.3.0 on as an element.
 */
export const publishedClients: Application = {
  folder: modules,
  page: pathname => {
    const script = scripts[pathname.split('/')[1] as keyof typeof scripts]
    if (script === undefined) return '<!doctype html><title>An application</title>'
    const src = `/client/${relative(modules, script)}`
    const isModule = src.endsWith('.esm.js')
    return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>A consent page</title>
<div id="consent"></div>
${isModule ? '' : `<script src="${src}"></script>`}
<script type="module">
  const { StytchUIClient, createStytchClient, StytchIdentityProvider } = ${isModule ? `await import('${src}')` : 'stytch'}
  window.makeClient = createStytchClient ?? ((token, options) => new StytchUIClient(token, options))
  if (StytchIdentityProvider !== undefined) customElements.define('consent-screen', StytchIdentityProvider)
  window.showConsent = () => {
    if (StytchIdentityProvider === undefined) return window.client.mountIdentityProvider({ elementId: '#consent' })
    const screen = Object.assign(document.createElement('consent-screen'), { client: window.client })
    document.getElementById('consent').append(screen)
  }
  document.body.dataset.ready = ''
</script>`
  },
}
