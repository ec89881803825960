import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type AnyPage, anybody, type Head, type Page, type Reader } from '../page/index.ts'
import { type Assets, assetsOf, readManifest } from './assets.ts'
import { documentOf } from './document.ts'

export type RenderOptions = {
  /** The CSP nonce of this answer; every script the document holds carries it. Null where everybody gets the same document. */
  nonce: string | null
  /** Whether it shows what is somebody's own. */
  isSomebodys?: boolean
  head: Head
  /** Who it is for. Default: somebody who is not signed in. */
  reader?: Reader
  /** What the page's scripts are told of the site, as JSON. */
  clientSettings?: string
}

/** Turns view models into documents. Made once at start. */
export type Renderer = {
  /** A whole HTML document. Synchronous: everything it shows is in the model. */
  render: <Model>(page: Page<string, Model>, model: Model, options: RenderOptions) => string
  /** What is its reader's of a page that everybody gets alike: markup by the place that it goes to (`data-yours`). */
  renderYours: RenderYours
  /** Directory of static files, to be served from `/`; what is below `assets/` never changes under its name. */
  clientDir: string
}

/** What the built bundle gives: a page's markup by the page's name. */
export type RenderPage = (page: string, model: unknown, reader: Reader) => string

/** The same for what is its reader's: their sections of a paper's page, and the frame of any page. */
export type RenderYours = (sections: Readonly<Record<string, object>>, reader: Reader) => Record<string, string>

/** What the built bundle exports. */
export type BuiltPages = { renderPage: RenderPage; renderYours: RenderYours }

/**
 * The renderer of what `buildSite` put into `distDir`.
 *
 * Throws when that was not built, or lacks a module of one of the pages.
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
