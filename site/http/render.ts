import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageModels, PageName } from '../browser/index.ts'
import type { Reader } from '../sign-in/index.ts'
import { type Assets, assetsOf, type Manifest, pageNames } from './assets.ts'
import { documentOf, type Head } from './document.ts'

export type RenderOptions = {
  /** The CSP nonce of this answer; every script the document holds carries it. */
  nonce: string
  head: Head
  /** Who it is for. Default: somebody who is not signed in. */
  reader?: Reader
  /** What the page's scripts are told of the site, as JSON. */
  clientSettings?: string
}

const anybody: Reader = { signedIn: false, path: '/', notice: null }

/** Turns view models into documents. Made once at start. */
export type Renderer = {
  /** A whole HTML document. Synchronous: everything it shows is in the model. */
  render: <P extends PageName>(page: P, model: PageModels[P], options: RenderOptions) => string
  /**
   * Value of a `Link` header that names what the page loads first (style, script, fonts), for servers that send 103 Early
   * Hints. The document says the same.
   */
  preload: Readonly<Record<PageName, string>>
  /** Directory of static files, to be served from `/`; what is below `assets/` never changes under its name. */
  clientDir: string
}

export type RenderPage = <P extends PageName>(page: P, model: PageModels[P], reader: Reader) => string

/**
 * The renderer of what `buildSite` put into `distDir`.
 *
 * Throws when nothing has been built there.
 */
export const createRenderer = async ({ distDir }: { distDir: string }): Promise<Renderer> => {
  const clientDir = join(distDir, 'client')
  const manifest = JSON.parse(await readFile(join(clientDir, 'manifest.json'), 'utf8')) as Manifest
  const pages = (await import(pathToFileURL(join(distDir, 'server', 'pages.js')).href)) as { renderPage: RenderPage }
  return rendererOf({ assets: assetsOf(manifest), clientDir, renderPage: pages.renderPage })
}

type Parts = { assets: Readonly<Record<PageName, Assets>>; clientDir: string; renderPage: RenderPage }

/** A renderer over given parts: the built ones, or the ones of the development server. */
export const rendererOf = ({ assets, clientDir, renderPage }: Parts): Renderer => ({
  clientDir,
  preload: Object.fromEntries(pageNames.map(page => [page, assets[page].preload])) as Record<PageName, string>,
  render: (page, model, { nonce, head, reader = anybody, clientSettings }) =>
    documentOf({ page, markup: renderPage(page, model, reader), assets: assets[page], nonce, head, clientSettings }),
})
