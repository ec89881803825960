import type { Head } from './head.ts'

/**
 * Module path of a component, relative to the site's folder. The module exports the component under its file name. The server does not load
 * it; the build adds it to the bundle that renders pages. `Props` are the component's props.
 */
export type Markup<Props> = string & { readonly given?: (props: Props) => void }

type PropsOf<Component> = Component extends (props: infer Props) => unknown ? Props : never

/** References a component by its module, with type-checked props: `markup<typeof ClaimPage>('…/ClaimPage.tsx')`. */
export const markup = <Component extends (props: never) => unknown>(path: string): Markup<PropsOf<Component>> => path

/** A page of the site. */
export type Page<Name extends string, Model> = {
  /** The marker in `<body data-page>`. */
  name: Name
  /** The module of its markup. */
  component: Markup<{ model: Model }>
  /** Builds the document's head. `origin` is the site's own. */
  head: (model: Model, origin: string) => Head
  /** The module that wakes its islands, as a path from the site's folder; null for a page without islands. */
  islands: string | null
  /** A style sheet of its own beside that of every page, as a path from the site's folder: it names the layers of `index.css`. */
  styles?: string
  /** The most that the scripts may weigh which it starts with, before its first content, in bytes, gzipped; a test holds it. */
  scriptBudget: number
  /** The same of the code of its islands, which comes after the first content. React is counted by itself. */
  islandBudget?: number
  /**
   * True where the page holds what only its reader may know and what is good more than once, such as a token: then it is not
   * compressed (docs/decisions/19).
   */
  holdsSecrets?: true
}

/** Any page, for callers that need only its name and what it loads. */
export type AnyPage = Page<string, never>

/** Defines a page: its name, its component, its head, and the scripts it loads. */
export const definePage = <const Name extends string, Model>(page: Page<Name, Model>): Page<Name, Model> => page
