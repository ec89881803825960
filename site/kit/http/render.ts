import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AnyPage, Page } from '../page/define-page.ts'
import type { Head } from '../page/head.ts'
import { anybody, type Reader } from '../page/reader.ts'
import { type Assets, assetsOf, readManifest } from './assets.ts'
import { documentOf } from './document.ts'

export type RenderOptions = {
  /** CSP nonce of this response, carried by every script in the document. Null for a shared document. */
  nonce: string | null
  /** True if it has personal content. */
  isSomebodys?: boolean
  head: Head
  /** Reader. Defaults to a signed-out one. */
  reader?: Reader
  /** Client settings of the page's scripts, as JSON. */
  clientSettings?: string
}

/** Turns view models into documents. Made once at start. */
export type Renderer = {
  /** A whole HTML document. Synchronous: everything it shows is in the model. */
  render: <Model>(page: Page<string, Model>, model: Model, options: RenderOptions) => string
  /** Renders the personal parts of a shared page by placeholder (`data-yours`). */
  renderYours: RenderYours
  /** Directory of static files, served from `/`; files below `assets/` are immutable. */
  clientDir: string
}

/** Page renderer of the built bundle, by page name. */
export type RenderPage = (page: string, model: unknown, reader: Reader) => string

/** Renderer of the personal parts: sections of a paper's page, and the layout of any page. */
export type RenderYours = (sections: Readonly<Record<string, object>>, reader: Reader) => Record<string, string>

/** Exports of the built bundle. */
export type BuiltPages = { renderPage: RenderPage; renderYours: RenderYours }

/**
 * Creates the renderer of the `buildSite` output in `distDir`.
 * Throws if it was not built, or a page's module is missing.
 */
export const createRenderer = async ({
  distDir,
  pages,
}: {
  distDir: string
  pages: readonly AnyPage[]
}): Promise<Renderer> => {
  const manifest = await readManifest(distDir)
  const built = (await import(pathToFileURL(join(distDir, 'server', 'pages.js')).href)) as BuiltPages
  const assets = new Map(pages.map(page => [page.name, assetsOf(manifest, page)]))
  return rendererOf({
    assets: ({ name }) => assets.get(name) ?? unknown(name),
    clientDir: join(distDir, 'client'),
    ...built,
  })
}

type Parts = { assets: (page: AnyPage) => Assets; clientDir: string } & BuiltPages

/** A renderer over given parts: the built ones, or the ones of the development server. */
export const rendererOf = ({ assets, clientDir, renderPage, renderYours }: Parts): Renderer => ({
  clientDir,
  renderYours,
  render: (page, model, { nonce, head, reader = anybody, clientSettings, isSomebodys = false }) => {
    const markup = renderPage(page.name, model, reader)
    return documentOf({
      page: page.name,
      markup,
      assets: assets(page),
      nonce,
      head,
      clientSettings,
      account: reader.account,
      isSomebodys,
    })
  },
})

function unknown(name: string): never {
  throw new Error(`No feature of the site has the page ${name}.`)
}
