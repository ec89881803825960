import type { Head } from './head.ts'

/** A page of the site. Its markup stands under its name in `markup.tsx`. */
export type Page<Name extends string, Model> = {
  /** The marker in `<body data-page>` (SPEC §2). */
  name: Name
  /** What goes into the document's head; `origin` is the site's own. */
  head: (model: Model, origin: string) => Head
  /** The module that hydrates its islands, as a path from the site's folder; null for a page without islands. */
  islands: string | null
  /** A style sheet of its own beside that of every page, as a path from the site's folder: it names the layers of `index.css`. */
  styles?: string
  /** The most its scripts may weigh when it opens, in bytes, gzipped; a test holds it. */
  scriptBudget: number
  /**
   * True where the page holds what only its reader may know and what is good more than once, such as a token: then it is not
   * compressed (ADR 0027).
   */
  holdsSecrets?: true
}

/** Any page, for whoever needs no more than its name and what it loads. */
export type AnyPage = Page<string, never>

/** The models of some pages by their names. */
export type ModelsOf<Pages extends AnyPage> = {
  [P in Pages as P['name']]: P extends Page<string, infer Model> ? Model : never
}

/** Defines a page: its name, what it shows (by the type of `head`'s first parameter), its head, and the scripts it loads. */
export const definePage = <const Name extends string, Model>(page: Page<Name, Model>): Page<Name, Model> => page
